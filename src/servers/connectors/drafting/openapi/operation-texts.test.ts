import { describe, expect, it } from "vitest";
import { describeOperation, isUninformative, repeats, wantedNames } from "./operation-texts.ts";

describe("an operation without a description", () => {
  it.each([
    ["GET", "/api/albums", "Lists albums."],
    ["GET", "/v1/forecast", "Returns the forecast."],
    ["GET", "/albums/{albumId}", "Returns an album by albumId."],
    ["GET", "/albums/{albumId}/photos", "Lists photos of an album."],
    ["GET", "/users/{user}/orders/{order}", "Returns an order by order, of a user."],
    ["HEAD", "/albums/{id}", "Checks an album by id."],
    ["POST", "/albums", "Creates an album."],
    ["POST", "/albums/search", "Runs search on albums."],
    ["POST", "/albums/{id}/publish", "Runs publish on an album."],
    ["PUT", "/albums/{id}", "Replaces an album by id."],
    ["PATCH", "/companies/{id}", "Changes a company by id."],
    ["DELETE", "/addresses/{id}", "Deletes an address by id."],
    ["DELETE", "/sessions", "Deletes sessions."],
    ["GET", "/", "Returns the root of the API."],
    ["GET", "/listing/{x}", "Returns a listing by x."],
    ["GET", "/bus/status", "Returns the status of bus."],
  ] as const)("is described by method and path: %s %s", (method, path, text) => {
    expect(describeOperation(method, path)).toBe(text);
  });
});

describe("a summary", () => {
  it.each([
    ["getActionsByIdAction()", "getActionsByIdAction"],
    ["getMultiHotelOffers", "getMultiHotelOffers"],
    ["get_multi_hotel_offers", "getMultiHotelOffers"],
    ["GET /api/albums", undefined],
    ["/api/albums", undefined],
  ])("that repeats the name or the address says nothing: %s", (text, id) => {
    expect(isUninformative(text, id)).toBe(true);
  });
  it.each([
    ["Get albums", "getAlbums"],
    ["Lists albums", undefined],
    ["Search", "search"],
  ])("in words is kept: %s", (text, id) => {
    expect(isUninformative(text, id)).toBe(false);
  });
});

describe("the description of a response", () => {
  it.each([
    ["Get a groups list", "Get a groups list"],
    ["Groups list", "Gets a list of groups"],
    ["A list of the albums", "Lists all albums."],
  ])("is dropped if it repeats what is said: %s", (answer, said) => {
    expect(repeats(answer, said)).toBe(true);
  });
  it("is kept if it says more", () => {
    expect(repeats("The pets, oldest first.", "List pets by their kind.")).toBe(false);
  });
});

describe("the names of a tool", () => {
  const first = (id: string, method: "GET" | "POST", path: string) => wantedNames(id, method, path)[0];
  it("begin with the operationId, if it is short enough", () => {
    expect(first("listPets", "GET", "/pets")).toBe("list_pets");
  });
  it("omit words that say nothing from the path", () => {
    expect(first("", "GET", "/api/v3/albums")).toBe("get_albums");
    expect(first("", "GET", "/v1/albums/{albumId}")).toBe("get_albums_by_album_id");
  });
  it("become more specific where others are taken", () => {
    expect(wantedNames("", "GET", "/api/v3/albums")).toEqual(["get_albums", "get_api_v3_albums"]);
    expect(wantedNames("list", "GET", "/v1/huts/{hut}/rooms")).toEqual([
      ...["list", "get_huts_rooms", "get_huts_by_hut_rooms", "get_v1_huts_by_hut_rooms"],
    ]);
  });
  it("keep the end of a long path", () => {
    const id = "getApiV4ProjectsIdMergeRequestsMergeRequestIidNotesNoteIdAwardEmoji";
    const path = "/api/v4/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}/award_emoji";
    expect(wantedNames(id, "GET", path)[0]).toBe("get_merge_requests_notes_award_emoji");
  });
  it("keep the end of a long operationId where the path is no shorter", () => {
    const id = "get_shield_information_barrier_reports_id";
    expect(
      wantedNames(id, "GET", `/shield_information_barrier_reports/{shield_information_barrier_report_id}`)[0],
    ).toBe("get_information_barrier_reports_id");
  });
});
