import { createHmac } from "node:crypto";

/** `t=1616202842,v1=8aebaa7e…`: the time in seconds, and what the secret makes of the time, a dot and the body. */
export const webhookSignature = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
