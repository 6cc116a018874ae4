import { demand, startStrictApi } from "../strict-api.ts";

export const ACCOUNT = "key/with+everything=&in it";
export const DESK = "desk 9; north";

const withKey = (query: string) => `${query}${query && "&"}key=key%2Fwith%2Beverything%3D%26in%20it`;
const withDesk = (cookies: string) => `${cookies}${cookies && "; "}desk=desk%209%3B%20north`;

/** Members of lounges, as `documents/lounge-members.json` describes them, with one name for everything. */
export const startLoungeMembers = () =>
  startStrictApi({
    guard: ({ query, headers }) =>
      query.endsWith(withKey("")) && headers.cookie?.endsWith(withDesk(""))
        ? undefined
        : { status: 401, body: { error: "invalid_key", error_description: "Key or desk is not known." } },
    routes: {
      "GET /m;v=1/members/{id}": ({ query }, id = "") => {
        demand(query === withKey("id=1&id=2&fields=id,true,name,false"), `${query} was asked.`);
        return { body: { id, source: { id: 5 }, next: 2, truncated: false, result: "ok", isError: false } };
      },
      "PUT /m;v=1/members/{id}": ({ query, headers, body }, id = "") => {
        const asked = [
          ...["id=7", "account=acc", "filter%5Bid%5D=a", "filter%5Bid%5D=b", "filter.id=c", "filter%20id=d"],
          ...["filter_id=e", "body=true", "ID=f"],
        ];
        demand(query === withKey(asked.join("&")), `${query} was asked.`);
        demand(headers["id"] === "clerk 3", `The header id is ${headers["id"]}.`);
        demand(headers.cookie === withDesk("id=visit%3D4"), `The cookie is ${headers.cookie}.`);
        demand(headers.authorization === undefined, "There is no Authorization header here.");
        const { name, constructor: builder } = JSON.parse(body.toString());
        return builder === "taken"
          ? { status: 409, body: { error: "conflict", error_description: "The member was changed meanwhile." } }
          : { body: { id, name, source: { id: 1 }, next: 0, truncated: true } };
      },
      "POST /m;v=1/members/{id}/visits/{visit}.{format}": ({ path, query, headers, body }) => {
        demand(path === "/m;v=1/members/a%2Fb,c/visits/..x%3B.json", `${path} was asked.`);
        demand(query === withKey("body=in%20the%20query"), `${query} was asked.`);
        const type = "application/vnd.visits+json";
        demand(headers["content-type"] === type && headers.accept === type, "It must be visits.");
        return { headers: { "content-type": type }, body: body.toString() };
      },
    },
  });
