import type { Grant } from "../../model/grant.ts";
import type { Answer, HttpExchange } from "./http-exchange.ts";

/** Where it is decided who a request comes from, and whether they may come in. */
export interface Door {
  /** What they may do, or the refusal. `server` is what they want to come in to, as keys name it. */
  enter(exchange: HttpExchange, server: string): Grant | Answer | Promise<Grant | Answer>;
}

export const isRefusal = (entered: Grant | Answer): entered is Answer => "status" in entered;

/** Shows a request through the door, and then to whoever serves it. A promise only where the door needs one. */
export const throughDoor = (
  door: Door,
  exchange: HttpExchange,
  server: string,
  refuse: (exchange: HttpExchange, answer: Answer) => void,
  serve: (exchange: HttpExchange) => void | Promise<void>,
): void | Promise<void> => {
  const inside = (entered: Grant | Answer): void | Promise<void> => {
    if (isRefusal(entered)) return refuse(exchange, entered);
    exchange.grant = entered;
    return serve(exchange);
  };
  const entered = door.enter(exchange, server);
  return entered instanceof Promise ? entered.then(inside) : inside(entered);
};
