import { contextBridge, ipcRenderer } from "electron";
import { createPreloadApi } from "./operator-api.ts";

contextBridge.exposeInMainWorld("operatorApi", createPreloadApi(ipcRenderer));
