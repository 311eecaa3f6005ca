/** "SwbC". Says that the file is a Switchboard database; older ones are known by their tables (recognise.ts). */
export const APPLICATION_ID = 0x53776243;

export const markAsOurs = { version: 95, sql: `PRAGMA application_id = ${APPLICATION_ID};` };
