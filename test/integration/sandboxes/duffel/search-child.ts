import { journey, startSandbox } from "./sandbox-fixture.ts";

/** Prints a process's answers to a few searches. */
const sandbox = startSandbox();
const answers: string[] = [];
for (const route of JSON.parse(process.argv[2] as string) as readonly (readonly [string, string, string])[][]) {
  const { text, body } = await sandbox.post("/air/offer_requests", journey(...route));
  answers.push(text);
  const first = body.data.offers[0];
  if (first === undefined) continue;
  answers.push((await sandbox.get(`/air/offers/${first.id}?return_available_services=true`)).text);
  answers.push((await sandbox.get(`/air/seat_maps?offer_id=${first.id}`)).text);
}
process.stdout.write(JSON.stringify(answers));
await sandbox.close();
