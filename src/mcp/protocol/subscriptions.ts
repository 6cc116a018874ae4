import type { SubscriptionFilterSchema } from "@modelcontextprotocol/core";
import type { Caller } from "../../model/caller.ts";
import type { MaybePromise } from "../../model/maybe-promise.ts";
import type { Change, ChangeListener, ServerDefinition } from "../tools/server-definition.ts";
import { META } from "./eras.ts";
import { invalidParams } from "./errors.ts";
import { isObject, notification, type Params } from "./json-rpc.ts";
import { capabilitiesOf } from "./lifecycle.ts";
import type { Handler, SessionSettings } from "./request-context.ts";

type WireSubscriptionFilter = (typeof SubscriptionFilterSchema)["_output"];

const METHODS: Record<Change["kind"], string> = {
  tools: "notifications/tools/list_changed",
  prompts: "notifications/prompts/list_changed",
  resources: "notifications/resources/list_changed",
  resource: "notifications/resources/updated",
};

const changeNotification = (change: Change, meta?: Params): string => {
  const params = { ...(change.kind === "resource" && { uri: change.uri }), ...(meta && { _meta: meta }) };
  return notification(METHODS[change.kind], Object.keys(params).length > 0 ? params : undefined);
};

/** Listens to all changes of a server, including its tools. Returns a function that stops listening. */
const listenToServer = ({ tools, changes }: ServerDefinition, listener: ChangeListener): (() => void) => {
  const ends = [tools.onChange(() => listener({ kind: "tools" })), changes?.listen(listener)];
  return () => {
    for (const end of ends) end?.();
  };
};

type Owner = Pick<Caller, "tenant" | "sessionId">;

/** Returns whether a change affects this session. */
const affects = (change: Change, { tenant, sessionId }: Owner): boolean =>
  change.kind !== "resource" ||
  change.of === undefined ||
  (change.of.tenant === tenant && (change.of.sessionId ?? sessionId) === sessionId);

/** Sends a legacy client the changes of lists, and of the resources it subscribed to. */
export const listenForSession = (
  server: ServerDefinition,
  owner: Owner,
  settings: () => MaybePromise<SessionSettings>,
  send: (json: string) => void,
): (() => void) =>
  listenToServer(server, (change) => {
    if (!affects(change, owner)) return;
    if (change.kind !== "resource") return send(changeNotification(change));
    const notify = ({ subscriptions }: SessionSettings) => {
      if (subscriptions.includes(change.uri)) send(changeNotification(change));
    };
    // Over HTTP, another node may have received the subscription.
    const current = settings();
    if (current instanceof Promise) void current.then(notify, () => undefined);
    else notify(current);
  });

const MAX_RESOURCES = 1000;

const isFilter = (value: unknown): value is WireSubscriptionFilter => {
  if (!isObject(value)) return false;
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions: uris } = value;
  return (
    [toolsListChanged, promptsListChanged, resourcesListChanged].every(
      (flag) => typeof (flag ?? false) === "boolean",
    ) &&
    (uris === undefined ||
      (Array.isArray(uris) && uris.length <= MAX_RESOURCES && uris.every((uri) => typeof uri === "string")))
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

  /** Returns the supported part of the requested filter, which is reported to the client. */
  const supported = (asked: WireSubscriptionFilter): WireSubscriptionFilter => ({
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
      if (!isFilter(asked))
        throw invalidParams("notifications must be an object of subscription flags and resource URIs");
      const filter = supported(asked);
      const meta = { [META.subscriptionId]: id };
      context.notify(notification("notifications/subscriptions/acknowledged", { notifications: filter, _meta: meta }));
      return new Promise((resolve) => {
        const end = listenToServer(server, (change) => {
          if (wants(filter, change) && affects(change, caller)) context.notify(changeNotification(change, meta));
        });
        const finish = () => {
          end();
          resolve(era.result("", JSON.stringify(meta).slice(1, -1)));
        };
        signal.addEventListener("abort", finish, { once: true });
        context.keepOpen(finish);
      });
    },
  };
};
