import { createLocalBus } from "../../../../src/platform/stores/local-bus.ts";
import { describeBus } from "../../../fixtures/contracts/bus.ts";

describeBus("one process", async () => [createLocalBus()]);
