import { describe, expect, it } from "vitest";
import { riskByName, riskOf } from "./risk.ts";

const noted = (judge: typeof riskOf, name: string) => {
  const notes: string[] = [];
  return [judge("POST", name, (sentence) => void notes.push(sentence)), notes.length] as const;
};

describe("the risk of a POST", () => {
  it.each([
    ["search_stays", "read", 1],
    ["flights_search", "read", 1],
    ["list_orders", "read", 1],
    ["run_report_query", "read", 1],
    ["create_users_with_list", "write", 0],
    ["wish_list", "write", 0],
    ["save_search", "write", 0],
    ["delete_query", "write", 0],
    ["place_order", "write", 0],
  ])("is rated by its name: %s is %s", (name, risk, notes) => {
    expect(noted(riskOf, name)).toEqual([risk, notes]);
  });

  it.each([
    ["availability_request", "read", 1],
    ["get_rooms", "read", 1],
    ["update_status", "write", 0],
    ["register_check_in", "write", 0],
    ["cancel_search", "destructive", 0],
    ["reservation", "write", 0],
  ])("is rated by its name in an API that only has POST: %s is %s", (name, risk, notes) => {
    expect(noted(riskByName, name)).toEqual([risk, notes]);
  });
});
