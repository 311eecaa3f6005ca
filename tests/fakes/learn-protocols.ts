import { protocols } from "../../main/core/protocols/table.ts";
import { learnProtocols } from "../../renderer/state/protocols.ts";

/** What a window is told when it starts: imported by tests of parts of it that have no console. */
learnProtocols(protocols());
