import { SERVER_MESSAGES, SHAPES, type FromServer, type Structs } from "./wire";

/** Decode a struct and fill in the defaults that the wire leaves out. */
export function fill<K extends keyof Structs>(name: K, raw: unknown): Structs[K] {
  return filled(name, raw) as Structs[K];
}

function filled(name: keyof Structs, raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map((one) => filled(name, one));
  if (raw === null || typeof raw !== "object") return raw;
  const shape = SHAPES[name];
  if (!shape) return raw;
  const whole: Record<string, unknown> = { ...shape.defaults, ...raw };
  for (const [field, part] of Object.entries(shape.parts)) {
    if (part) whole[field] = filled(part, whole[field]);
  }
  return whole;
}

/** Decode a server message. Returns null for an unknown type. */
export function decodeMessage(text: string): FromServer | null {
  const raw: unknown = JSON.parse(text);
  if (raw === null || typeof raw !== "object" || !("type" in raw)) return null;
  const name = SERVER_MESSAGES[String(raw.type)];
  return name ? (fill(name, raw) as FromServer) : null;
}
