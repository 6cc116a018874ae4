import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a node and Valkey that behaves like a bad network. */
export interface ValkeyProxy {
  readonly port: number;
  /** Holds back what the node sends. Valkey gets it on release, even if the node has disconnected. */
  holdRequests(): void;
  releaseRequests(): void;
  /** Holds back Valkey's answers until the connections are cut, so that the node never gets them. */
  holdAnswers(): void;
  /** Delays every packet in both directions. */
  delay(milliseconds: number): void;
  /** Closes all connections to the node, and drops the answers that were held back. */
  cut(): void;
  close(): void;
}

interface Way {
  held: boolean;
}

interface Lane {
  readonly isEmpty: () => boolean;
  release(): void;
}

export const startProxy = async (targetPort: number): Promise<ValkeyProxy> => {
  const requests: Way = { held: false };
  const answers: Way = { held: false };
  let delayMs = 0;
  const links = new Set<{ readonly node: Socket; readonly valkey: Socket; readonly lanes: readonly Lane[] }>();

  /** Forwards everything after the delay, with one timer at a time, because two could fire in the wrong order. */
  const openLane = (from: Socket, to: Socket, way: Way): Lane => {
    const waiting: { readonly piece: Buffer; readonly due: number }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const deliverDue = (): void => {
      timer = undefined;
      while (!way.held && waiting[0] !== undefined && waiting[0].due <= performance.now()) {
        const { piece } = waiting.shift() as { piece: Buffer };
        if (!to.destroyed) to.write(piece);
      }
      const [next] = waiting;
      if (way.held || next === undefined) return;
      timer = setTimeout(deliverDue, Math.max(1, next.due - performance.now()));
    };
    from.on("data", (piece) => {
      waiting.push({ piece, due: performance.now() + delayMs });
      if (timer === undefined) deliverDue();
    });
    return {
      isEmpty: () => waiting.length === 0,
      release: () => {
        if (timer === undefined) deliverDue();
      },
    };
  };

  const server = createServer((node) => {
    const valkey = connect(targetPort, "127.0.0.1");
    node.setNoDelay(true);
    valkey.setNoDelay(true);
    const requestLane = openLane(node, valkey, requests);
    const link = { node, valkey, lanes: [requestLane, openLane(valkey, node, answers)] };
    links.add(link);
    node.on("error", () => undefined);
    valkey.on("error", () => undefined);
    node.on("close", () => {
      // Data in transit arrives late, like packets in a network queue.
      const end = (): void => {
        if (requestLane.isEmpty()) valkey.end();
        else if (!valkey.destroyed) setTimeout(end, 20);
      };
      end();
    });
    valkey.on("close", () => {
      node.destroy();
      links.delete(link);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    holdRequests() {
      requests.held = true;
    },
    releaseRequests() {
      requests.held = false;
      for (const { lanes } of links) for (const lane of lanes) lane.release();
    },
    holdAnswers() {
      answers.held = true;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    cut() {
      for (const { node } of links) node.destroy();
      answers.held = false;
    },
    close() {
      server.close();
      for (const { node, valkey } of links) {
        node.destroy();
        valkey.destroy();
      }
    },
  };
};
