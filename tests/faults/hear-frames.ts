/** A thread that hears changed frames, as many as it is told and with the seed it is told. */
import { parentPort, workerData } from "node:worker_threads";
import { seeded } from "./attack.ts";
import { type FramesOrder, hearFrames } from "./frames.ts";

const { times, seed } = workerData as FramesOrder;
parentPort?.postMessage(await hearFrames({ times, random: seeded(seed), goesOn: () => true }));
