/** What has the properties of all of them, from a union of types: `Joined<A | B>` is `A & B`. */
export type Joined<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never
