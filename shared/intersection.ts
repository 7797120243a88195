/** The intersection of a union's members: `Joined<A | B>` is `A & B`. */
export type Intersection<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never
