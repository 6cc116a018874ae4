import type { Caller } from "../../model/caller.ts";
import type { Change, ChangeListener } from "../tools/changes.ts";
import type { ServerDefinition } from "../tools/server-definition.ts";
import { META } from "./eras.ts";
import { invalidParams } from "./errors.ts";
import { isObject, notification, type Params } from "./json-rpc.ts";
import { capabilitiesOf } from "./lifecycle.ts";
import type { Handler, Settled } from "./request-context.ts";
import type { WireSubscriptionFilter } from "./wire.ts";

const METHODS: Record<Change["kind"], string> = {
  tools: "notifications/tools/list_changed",
  prompts: "notifications/prompts/list_changed",
  resources: "notifications/resources/list_changed",
  resource: "notifications/resources/updated",
};

/** A change as a client hears of it. */
const changeNotification = (change: Change, meta?: Params): string => {
  const params = { ...(change.kind === "resource" && { uri: change.uri }), ...(meta && { _meta: meta }) };
  return notification(METHODS[change.kind], Object.keys(params).length > 0 ? params : undefined);
};

/** Hears of everything that changes in a server, its tools included; returns what ends it. */
const listenToServer = ({ tools, changes }: ServerDefinition, listener: ChangeListener): (() => void) => {
  const ends = [tools.onChange(() => listener({ kind: "tools" })), changes?.listen(listener)];
  return () => {
    for (const end of ends) end?.();
  };
};

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** Whether a change is this session's business at all. */
const concerns = (change: Change, { tenant, sessionId }: Owner): boolean =>
  change.kind !== "resource" ||
  change.of === undefined ||
  (change.of.tenant === tenant && (change.of.sessionId ?? sessionId) === sessionId);

/** What a legacy client hears without having asked in a request: changed lists, and resources it subscribed to. */
export const listenForSession = (
  server: ServerDefinition,
  owner: Owner,
  settled: () => Settled | Promise<Settled>,
  send: (json: string) => void,
): (() => void) =>
  listenToServer(server, (change) => {
    if (!concerns(change, owner)) return;
    if (change.kind !== "resource") return send(changeNotification(change));
    const tell = ({ subscriptions }: Settled) => {
      if (subscriptions.includes(change.uri)) send(changeNotification(change));
    };
    // Over HTTP the subscription may have been made at another node.
    const now = settled();
    if (now instanceof Promise) void now.then(tell, () => undefined);
    else tell(now);
  });

const MOST_RESOURCES = 1000;

const isFilter = (value: unknown): value is WireSubscriptionFilter => {
  if (!isObject(value)) return false;
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions: uris } = value;
  return (
    [toolsListChanged, promptsListChanged, resourcesListChanged].every(
      (flag) => typeof (flag ?? false) === "boolean",
    ) &&
    (uris === undefined ||
      (Array.isArray(uris) && uris.length <= MOST_RESOURCES && uris.every((uri) => typeof uri === "string")))
  );
};

const wants = (filter: WireSubscriptionFilter, change: Change): boolean => {
  switch (change.kind) {
    case "tools":
      return filter.toolsListChanged === true;
    case "prompts":
      return filter.promptsListChanged === true;
    case "resources":
      return filter.resourcesListChanged === true;
    case "resource":
      return filter.resourceSubscriptions?.includes(change.uri) === true;
  }
};

export const subscriptionMethods = (server: ServerDefinition): Record<string, Handler> => {
  const { tools, prompts, resources } = capabilitiesOf(server);

  /** What was asked for and can be delivered; the client is told which that is. */
  const honoured = (asked: WireSubscriptionFilter): WireSubscriptionFilter => ({
    ...(asked.toolsListChanged && tools?.listChanged && { toolsListChanged: true }),
    ...(asked.promptsListChanged && prompts?.listChanged && { promptsListChanged: true }),
    ...(asked.resourcesListChanged && resources?.listChanged && { resourcesListChanged: true }),
    ...(asked.resourceSubscriptions?.length &&
      resources?.subscribe && { resourceSubscriptions: asked.resourceSubscriptions }),
  });

  return {
    "subscriptions/listen": ({ id, params, era, context }) => {
      const { caller, signal } = context;
      const asked = params["notifications"];
      if (!isFilter(asked)) throw invalidParams("notifications must say what to listen to");
      const filter = honoured(asked);
      const meta = { [META.subscriptionId]: id };
      context.notify(notification("notifications/subscriptions/acknowledged", { notifications: filter, _meta: meta }));
      return new Promise((resolve) => {
        const end = listenToServer(server, (change) => {
          if (wants(filter, change) && concerns(change, caller)) context.notify(changeNotification(change, meta));
        });
        const finish = () => {
          end();
          resolve(era.result("", JSON.stringify(meta).slice(1, -1)));
        };
        signal.addEventListener("abort", finish, { once: true });
        context.stand(finish);
      });
    },
  };
};
