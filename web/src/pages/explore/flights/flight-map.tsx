import { geoGraticule10, geoNaturalEarth1, geoPath } from "d3-geo";
import { useMemo, useState } from "react";
import { feature } from "topojson-client";
import type { Topology } from "topojson-specification";
import landFile from "world-atlas/land-110m.json";
import { useData } from "../../../api/use-data.ts";
import { Button } from "../../../components/button.tsx";
import { Loaded } from "../../../components/states.tsx";
import { OptionStepper, useWidth } from "./chart.tsx";
import { type Airport, codesOf, type Leg, legsOf, legsOfAll, middleLongitude } from "./chart-scales.ts";
import type { FlightOption } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";

// The JSON file has no specific type.
const topology = landFile as unknown as Topology;
const LAND = feature(topology, topology.objects["land"] as Topology["objects"][string]);
const GRATICULE = geoGraticule10();
const MARGIN = 36;
/** The coastlines are too coarse to zoom in further. */
const MAX_SCALE = 1_400;

/** All options as great circles on a map, with the selected one highlighted. */
const FlightMap = ({ found, trip }: FlightsShown) => {
  const options = useMemo(() => [...found.outbound, ...found.inbound], [found]);
  const codes = codesOf(options);
  const places = useData<{ places: readonly Airport[] }>("/places", { query: { codes: codes.join(",") } });
  return (
    <div className="stack">
      <Loaded from={places} lines={6}>
        {(data) => (
          <Drawing
            places={data.places}
            options={options}
            chosen={[trip.outbound, trip.inbound].filter((each) => each !== undefined)}
          />
        )}
      </Loaded>
      <OptionStepper found={found} trip={trip} />
    </div>
  );
};

export default FlightMap;

interface DrawingProps {
  readonly places: readonly Airport[];
  readonly options: readonly FlightOption[];
  readonly chosen: readonly FlightOption[];
}

const Drawing = ({ places, options, chosen }: DrawingProps) => {
  const airports = useMemo(() => new Map(places.map((each) => [each.code, each])), [places]);
  const [figure, width] = useWidth<HTMLElement>();
  const [wholeWorld, setWholeWorld] = useState(false);
  const height = Math.round(Math.min(Math.max(width * 0.5, 230), 440));
  const all = useMemo(() => legsOfAll(options), [options]);
  const { path, point } = useMemo(
    () => projected(airports, all, { width, height, wholeWorld }),
    [airports, all, width, height, wholeWorld],
  );
  const draw = ({ from, to }: Leg): string => path(lineOf(airports.get(from), airports.get(to))) ?? "";
  const chosenLegs = chosen.flatMap(legsOf);
  const chosenCodes = new Set(chosenLegs.flatMap(({ from, to }) => [from, to]));
  return (
    <figure className="map" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`Map of ${all.length === 1 ? "1 route" : `${all.length} routes`}; selected: ${chosenLegs.map(({ from, to }) => `${from} to ${to}`).join(", ")}`}
      >
        <path className="map-sea" d={path({ type: "Sphere" }) ?? ""} />
        <path className="map-grid" d={path(GRATICULE) ?? ""} />
        <path className="map-land" d={path(LAND) ?? ""} />
        {all.map((leg) => (
          <path key={`${leg.from}-${leg.to}`} className="map-route" d={draw(leg)} />
        ))}
        {chosenLegs.map((leg) => (
          <path key={`${leg.from}-${leg.to}`} className="map-route" data-chosen="" d={draw(leg)} />
        ))}
        {[...airports.values()].map((airport) => {
          const [x, y] = point([airport.longitude, airport.latitude]) ?? [0, 0];
          const isChosen = chosenCodes.has(airport.code);
          return (
            <g
              key={airport.code}
              className="map-place"
              data-chosen={isChosen || undefined}
              transform={`translate(${x} ${y})`}
            >
              <title>{`${airport.code} ${airport.name}, ${airport.city}`}</title>
              <circle r={isChosen ? 4 : 2.5} />
              {isChosen && (
                <text y={-8} textAnchor="middle">
                  {airport.code}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <Button small className="map-whole" aria-pressed={wholeWorld} onClick={() => setWholeWorld(!wholeWorld)}>
        Show whole world
      </Button>
    </figure>
  );
};

const lineOf = (from: Airport | undefined, to: Airport | undefined): GeoJSON.LineString => ({
  type: "LineString",
  coordinates: from && to ? [from, to].map(({ longitude, latitude }) => [longitude, latitude]) : [],
});

interface View {
  readonly width: number;
  readonly height: number;
  readonly wholeWorld: boolean;
}

/** A projection centred on the routes and zoomed to fit them. */
const projected = (
  airports: ReadonlyMap<string, Airport>,
  legs: readonly Leg[],
  { width, height, wholeWorld }: View,
) => {
  const middle = middleLongitude([...airports.values()].map(({ longitude }) => longitude));
  const projection = geoNaturalEarth1().rotate([-middle, 0]).precision(0.05);
  const lines = legs.map(({ from, to }) => lineOf(airports.get(from), airports.get(to)).coordinates);
  const routes: GeoJSON.MultiLineString = {
    type: "MultiLineString",
    coordinates: lines.filter(({ length }) => length > 1),
  };
  const room: [[number, number], [number, number]] = [
    [MARGIN, MARGIN],
    [width - MARGIN, height - MARGIN],
  ];
  if (wholeWorld || routes.coordinates.length === 0) projection.fitSize([width, height], { type: "Sphere" });
  else projection.fitExtent(room, routes);
  if (projection.scale() > MAX_SCALE) zoomOut(projection, routes, width, height);
  projection.clipExtent([
    [0, 0],
    [width, height],
  ]);
  return { path: geoPath(projection), point: (at: [number, number]) => projection(at) };
};

const zoomOut = (
  projection: ReturnType<typeof geoNaturalEarth1>,
  routes: GeoJSON.MultiLineString,
  width: number,
  height: number,
): void => {
  projection.scale(MAX_SCALE).translate([width / 2, height / 2]);
  const [x, y] = geoPath(projection).centroid(routes);
  projection.translate([width - x, height - y]);
};
