import { contextBridge, ipcRenderer } from "electron";
import { createPace, type Page, picturesOf } from "../renderer/api/pictures.ts";
import { createPreloadApi } from "./operator-api.ts";

contextBridge.exposeInMainWorld("operatorApi", createPreloadApi(ipcRenderer, createPace(picturesOf(globalThis as unknown as Page))));
