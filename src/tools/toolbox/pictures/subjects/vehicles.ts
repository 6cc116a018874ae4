import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { ellipse, polygon, rect, roundRect } from "../canvas/outline.ts";
import type { Drawing } from "./look.ts";

/** 200 long, its nose to the right, its middle at 0,0. */
export const airplane: Drawing = (pen, { colour, dark }) => {
  const trim: Colour = colour ?? pen.chance.pick(["#1f5fae", "#c8343f", "#0f8a7e", "#e08a1e"]);
  const [body, metal] = ["#f5f7fa", "#b9c3ce"];
  pen.fill(polygon([-26, -8], [2, -8], [-44, -46], [-58, -46]), { colour: darker(metal, 0.16), form: "wall" });
  pen.fill(polygon([-84, -9], [-72, -9], [-96, -27], [-104, -27]), { colour: darker(metal, 0.16) });
  pen.fill("M-94 -6C-98 -30 -102 -42 -106 -52L-92 -52C-82 -38 -74 -24 -62 -13Z", { colour: trim, form: "pillar" });
  pen.fill(
    "M-104 -8C-96 -14 -80 -16 -60 -16L62 -16C84 -16 101 -7 104 2C101 9 84 14 62 14L-40 14C-72 14 -96 0 -104 -8Z",
    { colour: body, form: "barrel" },
  );
  pen.fill("M-93 0C-60 7 20 7 103 4C100 9 84 14 62 14L-40 14C-64 14 -82 7 -93 0Z", {
    colour: trim,
    form: "barrel",
    bare: true,
    opacity: 0.92,
  });
  pen.fill("M76 -10C84 -9 91 -5 95 -1L80 -1C77 -3 76 -6 76 -10Z", { colour: "#2b3d55" });
  for (let x = -66; x < 66; x += 7.2)
    pen.fill(
      roundRect(x, -8, 3.4, 5, 1.6),
      dark ? { colour: "#ffe29a", shines: true, bare: true } : { colour: "#3b516d", bare: true },
    );
  for (const x of [-74, 69]) pen.line(`M${x} -11L${x} 3`, 0.9, { colour: "#8b97a5", opacity: 0.8 });
  pen.fill("M-22 27C-22 22 -16 19 -10 19L13 20C16 22 16 32 13 34L-10 35C-18 34 -22 31 -22 27Z", {
    colour: metal,
    form: "barrel",
  });
  pen.fill(ellipse(13.5, 27, 2.6, 6.6), { colour: "#39424e" });
  pen.fill(polygon([34, 5], [0, 5], [-66, 50], [-52, 51], [-12, 33]), { colour: metal, form: "wall" });
  pen.fill(polygon([-66, 50], [-52, 51], [-57, 40]), { colour: trim, bare: true });
  pen.fill(polygon([-78, -2], [-92, -2], [-116, 13], [-106, 14]), { colour: metal, form: "wall" });
};

/** 120 high: the envelope with its basket below. */
export const balloon: Drawing = (pen, { colour, dark }) => {
  const first: Colour = colour ?? pen.chance.pick(["#d8433f", "#2f77bd", "#e9a02f", "#7a4fae", "#2c9a77"]);
  const second = colour === undefined ? pen.chance.pick(["#f8e3b0", "#fdf6e6", "#f3c14b"]) : lighter(colour, 0.72);
  const gores = 6;
  const edge = (share: number): string => {
    const x = Math.sin((share - 0.5) * Math.PI) * 46;
    return `${x * 0.16} -24C${x * 0.5} -34 ${x} -58 ${x} -78C${x} -106 ${x * 0.6} -122 0 -122`;
  };
  pen.fill(`M${edge(0)}C27.6 -122 46 -106 46 -78C46 -58 23 -34 7.4 -24Z`, { colour: first, form: "ball" });
  for (let gore = 0; gore < gores; gore += 2) {
    const [left, right] = [gore / gores, (gore + 1) / gores];
    const x = Math.sin((right - 0.5) * Math.PI) * 46;
    pen.fill(`M${edge(left)}C${x * 0.6} -122 ${x} -106 ${x} -78C${x} -58 ${x * 0.5} -34 ${x * 0.16} -24Z`, {
      colour: second,
      form: "ball",
      bare: true,
    });
  }
  pen.fill(ellipse(-17, -96, 10, 16), { colour: "#ffffff", opacity: 0.22, bare: true });
  pen.fill(polygon([-8, -24], [8, -24], [6, -20], [-6, -20]), { colour: darker(first, 0.3) });
  if (dark) pen.fill(ellipse(0, -40, 44), { colour: "#ffd27a", form: "glow", shines: true, bare: true, opacity: 0.8 });
  pen.line("M-6 -20L-6 -9M6 -20L6 -9M0 -20L0 -9", 0.8, "#4a3b2e");
  pen.fill(roundRect(-8, -10, 16, 11, 2), { colour: "#9a6a3e", form: "pillar" });
  pen.line("M-8 -7L8 -7M-8 -3.5L8 -3.5", 0.8, "#6d4826");
};

/** 300 long, to both sides of 0,0, its rails at y = 0. */
export const train: Drawing = (pen, { colour, dark }) => {
  const [body, paint]: readonly [Colour, Colour] = colour === undefined ? ["#f2f3f5", "#c9353d"] : [colour, "#f6f1e6"];
  for (let x = -400; x < 420; x += 14) pen.fill(rect(x, 0, 7, 4), { colour: "#6a5644", bare: true });
  pen.fill(rect(-420, -2.4, 860, 2.6), { colour: "#8f969e", bare: true });
  const glass = dark ? ({ colour: "#ffdf92", shines: true } as const) : ({ colour: "#33475f" } as const);
  for (let car = 0; car < 3; car++) {
    const x = -212 + car * 102;
    for (const dx of [16, 30, 68, 82]) pen.fill(ellipse(x + dx, -4, 5), { colour: "#34373d" });
    pen.fill(roundRect(x, -44, 99, 38, 5), { colour: body, form: "barrel" });
    pen.fill(rect(x, -19, 99, 9), { colour: paint, bare: true });
    for (let w = 0; w < 6; w++) pen.fill(roundRect(x + 16 + w * 12.4, -37, 9, 12, 2), { ...glass, bare: true });
    pen.fill(roundRect(x + 3.5, -38, 8, 29, 1.5), { colour: lighter(paint, 0.2) });
    pen.fill(rect(x + 97, -38, 7, 30), { colour: "#3b3e45", bare: true });
  }
  for (const dx of [112, 126, 160, 174]) pen.fill(ellipse(dx - 18, -4, 5), { colour: "#34373d" });
  pen.fill("M94 -6L94 -44L138 -45C164 -44 188 -28 198 -12C199 -8 196 -6 190 -6Z", {
    colour: body,
    form: "barrel",
  });
  pen.fill("M94 -10L94 -19L192 -19Q196 -15 197 -10Z", { colour: paint, bare: true });
  pen.fill("M138 -40C156 -39 170 -31 178 -23L140 -24Z", { colour: "#2b3b52" });
  for (let w = 0; w < 3; w++) pen.fill(roundRect(100 + w * 12, -37, 9, 12, 2), { ...glass, bare: true });
  pen.fill(ellipse(193, -14, 3), { colour: "#fff1b5", shines: true });
  pen.line("M20 -44L26 -54L14 -60", 1.6, "#4a4f57");
};

/** 220 long, its waterline at y = 0. */
export const ship: Drawing = (pen, { colour, dark }) => {
  const hull: Colour = colour ?? "#f4f6f8";
  const glass = dark
    ? ({ colour: "#ffe09a", shines: true, bare: true } as const)
    : ({ colour: "#37536f", bare: true } as const);
  const decks = [
    [-78, -36, 152, 11],
    [-72, -47, 138, 11],
    [-64, -58, 118, 11],
    [-54, -68, 92, 10],
  ] as const;
  pen.fill("M-34 -68L-28 -92L-8 -92L-6 -68Z", { colour: colour ?? "#d23f45", form: "pillar" });
  pen.fill(polygon([-29.5, -86], [-8, -86], [-8, -92], [-28, -92]), { colour: "#2b3240", bare: true });
  pen.line("M30 -68L30 -88M24 -82L36 -82", 1.4, "#c3cad1");
  for (const [x, y, width, height] of [...decks].reverse()) {
    pen.fill(roundRect(x, y, width, height, 2), { colour: "#fbfcfd", form: "wall" });
    for (let w = x + 5; w < x + width - 6; w += 7) pen.fill(rect(w, y + 3, 4.6, 4.6), glass);
  }
  for (let x = -60; x < 60; x += 24) pen.fill(roundRect(x, -40, 15, 5, 2.5), { colour: "#ef8a2e" });
  pen.fill("M-104 -28L112 -30C104 -14 96 -4 88 2L-92 2C-100 -8 -103 -18 -104 -28Z", { colour: hull, form: "barrel" });
  pen.fill("M-96 -6L96 -6L88 2L-92 2Z", { colour: mix(hull, "#1d3f6e", 0.85), bare: true });
  pen.line("M-103 -22L108 -24", 2.2, "#1f4f8c");
  for (let x = -88; x < 90; x += 9) pen.fill(ellipse(x, -15, 1.9), glass);
  pen.fill("M-120 4Q-60 -3 0 3Q60 -3 118 3Q60 9 0 7Q-60 10 -120 4Z", { colour: "#ffffff", opacity: 0.75, bare: true });
};

/** A sailing boat, 100 high. */
export const boat: Drawing = (pen, { colour }) => {
  pen.fill(rect(-1.2, -100, 2.4, 92), { colour: "#7a5636", form: "pillar" });
  pen.fill("M3 -96C26 -66 38 -40 42 -16L3 -16Z", { colour: colour ?? "#fbf8f0", form: "pillar" });
  pen.fill("M-3 -88C-18 -60 -28 -38 -36 -18L-3 -16Z", {
    colour: colour === undefined ? "#e25b4b" : lighter(colour, 0.3),
    form: "pillar",
  });
  pen.fill("M-46 -12L48 -12C40 2 32 6 22 6L-26 6C-36 6 -42 0 -46 -12Z", { colour: "#a8673a", form: "barrel" });
  pen.fill("M-46 -12L48 -12L45 -7L-44 -7Z", { colour: "#f6efe0", bare: true });
  pen.fill("M-56 7Q-20 2 0 7Q24 2 58 7Q24 12 0 10Q-26 12 -56 7Z", { colour: "#ffffff", opacity: 0.6, bare: true });
};

const wheel = (pen: Pen, x: number, radius: number): void => {
  pen.fill(ellipse(x, -radius, radius), { colour: "#26282d" });
  pen.fill(ellipse(x, -radius, radius * 0.55), { colour: "#c6ccd2", form: "ball", bare: true });
};

export const car: Drawing = (pen, { colour, dark }) => {
  const paint: Colour = colour ?? pen.chance.pick(["#d23b3b", "#2f74b8", "#e8b02e", "#2f9a8c"]);
  pen.fill(ellipse(0, 0, 74, 6), { colour: "#15161e", opacity: 0.4, bare: true, soft: 4 });
  pen.fill(
    "M-66 -12C-68 -26 -60 -32 -44 -34L-26 -54C-22 -58 -18 -59 -12 -59L20 -59C27 -59 31 -57 36 -52L50 -36C62 -34 70 -30 70 -20L69 -12Z",
    { colour: paint, form: "barrel" },
  );
  pen.fill("M-36 -35L-21 -52Q-18 -54 -13 -54L-2 -54L-2 -35Z", { colour: "#38506a" });
  pen.fill("M3 -54L19 -54Q25 -54 29 -50L42 -35L3 -35Z", { colour: "#38506a" });
  pen.line("M-29 -40L-17 -52M10 -40L20 -52", 1.6, { colour: "#ffffff", opacity: 0.5 });
  pen.line("M0 -33L0 -14M-66 -22L69 -22", 1, { colour: darker(paint, 0.4), opacity: 0.7 });
  pen.fill(roundRect(-70, -16, 142, 6, 3), { colour: "#3a3f46" });
  pen.fill(ellipse(66, -25, 4, 5), { colour: "#fff2bd", shines: true });
  pen.fill(roundRect(-67, -29, 5, 8, 2), { colour: "#ff5a4a", shines: true });
  if (dark)
    pen.fill(polygon([68, -26], [190, -40], [190, 2]), {
      colour: "#fff1b0",
      opacity: 0.35,
      shines: true,
      bare: true,
      soft: 6,
    });
  for (const x of [-40, 42]) wheel(pen, x, 14);
};

export const bus: Drawing = (pen, { colour, dark }) => {
  const paint: Colour = colour ?? "#2f9a9a";
  pen.fill(ellipse(0, 0, 88, 6), { colour: "#15161e", opacity: 0.4, bare: true, soft: 4 });
  pen.fill(roundRect(-82, -78, 164, 68, 12), { colour: "#f7f2e6", form: "barrel" });
  pen.fill("M-82 -40L82 -40L82 -18Q82 -10 74 -10L-74 -10Q-82 -10 -82 -18Z", { colour: paint, form: "barrel" });
  for (let w = 0; w < 5; w++)
    pen.fill(
      roundRect(-72 + w * 27, -68, 22, 24, 4),
      dark ? { colour: "#ffe09a", shines: true } : { colour: "#3e5a75" },
    );
  pen.fill("M64 -68L72 -68Q80 -62 81 -46L64 -44Z", { colour: "#3e5a75" });
  pen.fill(rect(34, -66, 22, 54), { colour: lighter(paint, 0.2) });
  pen.fill(ellipse(79, -24, 3.4, 5), { colour: "#fff2bd", shines: true });
  pen.fill(roundRect(-50, -90, 90, 13, 3), { colour: "#a8673a" });
  for (const x of [-46, 48]) wheel(pen, x, 15);
};

export const bicycle: Drawing = (pen, { colour }) => {
  const frame = colour ?? "#c8403c";
  for (const x of [-34, 34]) {
    pen.line(ellipse(x, -24, 23), 3.4, "#2b2d33");
    pen.line(
      `M${x} -47L${x} -1M${x - 23} -24L${x + 23} -24M${x - 16} -40L${x + 16} -8M${x - 16} -8L${x + 16} -40`,
      0.7,
      "#9aa1a8",
    );
  }
  pen.line("M-34 -24L-14 -58L24 -58L-2 -24ZM-14 -58L-2 -24M24 -58L34 -24M24 -58L21 -70L34 -72", 3.6, frame);
  pen.line("M-17 -66L-14 -58", 3, "#2b2d33");
  pen.fill(roundRect(-27, -70, 20, 5, 2.5), { colour: "#3a2a20" });
  pen.fill(roundRect(28, -66, 18, 14, 3), { colour: "#a8763f", form: "barrel" });
};
