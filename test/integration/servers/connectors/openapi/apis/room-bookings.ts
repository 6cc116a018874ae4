import { needsHeader } from "../credentials.ts";
import { type Asked, acceptsOnly, demand, startStrictApi, type Told } from "../strict-api.ts";

export const HOUSE = "house-of-two-hundred-rooms";

const xml = (text: string, type = "application/xml", status = 200): Told => ({
  status,
  headers: { "content-type": type },
  body: `<?xml version="1.0"?>\n${text}`,
});

const written = ({ headers, body }: Asked, type: string): string => {
  demand(headers["content-type"] === type, `Content-Type must be ${type}, got ${headers["content-type"]}.`);
  return body.toString("utf8");
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACES = 'xmlns:b="http://rooms.example/ns/booking" xmlns:p="http://rooms.example/ns/person"';

/** The exact bytes of a booking with every element. */
export const WHOLE_BOOKING =
  `${DECLARATION}<b:booking ${NAMESPACES} channel="web &amp; &quot;app&quot;"><arrival_date>2026-05-01</arrival_date>` +
  "<nights>2</nights><paid>false</paid><deposit>12.5</deposit>" +
  '<rooms><room cat="DZ" adults="2"><guests><guest title="Dr"><name>Müller &lt;&amp;&gt; Söhne</name><vip>true</vip></guest>' +
  '<guest><name>B</name></guest></guests><age>5</age><age>7</age></room><room cat="EZ"/></rooms>' +
  '<remark>late</remark><remark>]]&gt;</remark><p:payer id="9"><p:surname>Ünal</p:surname></p:payer></b:booking>';

/** Bookings in XML, as `documents/room-bookings.yaml` describes them. */
export const startRoomBookings = () =>
  startStrictApi({
    guard: needsHeader("X-House", HOUSE),
    routes: {
      "POST /xml/bookings": (asked) => {
        acceptsOnly(asked, "application/xml");
        const booking = written(asked, "application/xml");
        demand(
          booking.startsWith(`${DECLARATION}<b:booking ${NAMESPACES}`),
          `It begins with ${booking.slice(0, 150)}.`,
        );
        if (booking.includes("<nights>30</nights>")) {
          const fault = '<fault code="NO_ROOM"><message>Nothing is free for 30 nights.</message></fault>';
          return xml(fault, "application/xml", 409);
        }
        const rooms = '<c:room door="007"><c:price>80.50</c:price></c:room>';
        return xml(
          `<c:confirmation xmlns:c="urn:c" no="00042"><c:total>161</c:total><c:currency>EUR</c:currency>` +
            `<c:confirmed>1</c:confirmed><!-- of one --><c:rooms>${rooms}</c:rooms></c:confirmation>`,
          "application/xml; charset=utf-8",
          201,
        );
      },
      "GET /xml/bookings/{number}": (asked, number = "") => {
        acceptsOnly(asked, "text/xml");
        const latin = `<?xml version="1.0" encoding="ISO-8859-1"?>
          <booking no="${number}" channel="web">
            <arrival_date>2026-05-01</arrival_date><nights>2</nights><paid>false</paid><deposit/>
            <rooms><room cat="DZ" adults="2"><guests><guest title="Dr"><name>Söhne &amp; Co</name><vip>false</vip></guest></guests>
            <age>5</age></room></rooms>
            <remark><![CDATA[<late>]]></remark>
            <payer id="9"><surname>Ünal</surname></payer>
          </booking>`;
        return { headers: { "content-type": "text/xml" }, body: Buffer.from(latin, "latin1") };
      },
      "PATCH /xml/bookings/{number}": (asked) => {
        const guests = written(asked, "text/xml").replace(DECLARATION, "");
        demand(guests === '<guests><guest title="Mrs"><name>A</name></guest></guests>', `${guests} was sent.`);
        return xml(guests, "text/xml");
      },
      "GET /xml/rates": (asked) => {
        acceptsOnly(asked, "application/vnd.rooms+xml");
        demand(asked.query === "room=DZ,E%2FZ", `${asked.query} was asked.`);
        const days = "<days><day>Mo</day><day>Di</day></days>";
        return xml(
          `<rates asOf="2026-01-01T00:00:00Z"><rate room="DZ"><amount>80</amount>${days}</rate><rate room="EZ"><amount>n/a</amount></rate></rates>`,
          "application/vnd.rooms+xml",
        );
      },
    },
  });
