import * as z from 'zod/mini'

/** What a route takes and gives that is not JSON. */

/** A form with files, as `multipart/form-data`. A field that is sent several times is a list. */
export type Multipart<S extends z.ZodMiniType = z.ZodMiniType> = { as: 'multipart'; schema: S; most: number }
/**
 * @param most how many bytes the whole form may have. A function gets 4.5 MB at most: larger files go to their own place
 * by a presigned address.
 */
export const multipart = <S extends z.ZodMiniType>(schema: S, most: number): Multipart<S> => ({
  as: 'multipart',
  schema,
  most,
})

/** A file of such a form. `name` and `type` are what the sender says of it. */
export type Upload = { name: string; type: string; bytes: Uint8Array }
/** In `multipart()`: a file of one of these types. The caller gives a Blob. */
export function upload(types: readonly string[], most: number): z.ZodMiniType<Upload, Blob> {
  const isOne = (sent: unknown): sent is Upload =>
    typeof sent === 'object' && sent !== null && (sent as Partial<Upload>).bytes instanceof Uint8Array
  const schema = z
    .custom<Upload>(isOne)
    .check(z.refine(({ bytes }) => bytes.length <= most, { params: { code: 'file_too_large', limit: most } }))
    .check(z.refine(({ type }) => types.includes(type), { params: { code: 'wrong_type' } }))
  z.globalRegistry.add(schema, { type: 'string', format: 'binary' })
  // What the parser of forms has made of the caller's Blob is what the schema is given.
  return schema as unknown as z.ZodMiniType<Upload, Blob>
}

/** The bytes as they were sent, for what is signed as a whole. */
export type Raw = { as: 'raw'; most: number }
/** @param most how many bytes there may be */
export const raw = (most: number): Raw => ({ as: 'raw', most })

/** A file of one type, or of one of several, to be saved under its name. */
export type File = { as: 'file'; type: string; others: readonly string[] }
export const file = (type: string, ...others: string[]): File => ({ as: 'file', type, others })
/**
 * Content that is made piece by piece may be handed over as it comes. With an `etag`, which names this content, who has it
 * already is told so: then nobody asks for the first piece.
 */
export type FileAnswer = {
  name: string
  /** Where it is not the first type of the route. */
  type?: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  etag?: string
}

/** Nothing to read: whoever asks, a browser that was sent here, is led on to a page of ours. */
export type Redirect = { as: 'redirect' }
export const redirect: Redirect = { as: 'redirect' }
/** Where to: a path of the web, which is on the same address. */
export type RedirectAnswer = { to: `/${string}` }

/** True for what is neither a schema of JSON nor left out. */
export const isMedia = <M extends { as: string }>(what: z.ZodMiniType | M | undefined): what is M =>
  what !== undefined && 'as' in what
