import { createLocalBus } from "../../src/stores/local-bus.ts";
import { describeBus } from "./bus.ts";

describeBus("one process", async () => [createLocalBus()]);
