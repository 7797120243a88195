import * as z from 'zod/mini'

/** Bodies and responses that are not JSON. */

/** A form with files, as `multipart/form-data`. A field that is sent several times is a list. */
export type Multipart<S extends z.ZodMiniType = z.ZodMiniType> = { as: 'multipart'; schema: S; maxBytes: number }
/**
 * @param maxBytes the size limit of the whole form. A function accepts up to 4.5 MB: larger files are uploaded to a presigned URL.
 */
export const multipart = <S extends z.ZodMiniType>(schema: S, maxBytes: number): Multipart<S> => ({
  as: 'multipart',
  schema,
  maxBytes,
})

/** A file of such a form. `name` and `type` are as given by the sender. */
export type Upload = { name: string; type: string; bytes: Uint8Array }
/** In `multipart()`: a file of one of these types. The client passes a Blob. */
export function upload(types: readonly string[], maxBytes: number): z.ZodMiniType<Upload, Blob> {
  const isUpload = (value: unknown): value is Upload =>
    typeof value === 'object' && value !== null && (value as Partial<Upload>).bytes instanceof Uint8Array
  const schema = z
    .custom<Upload>(isUpload)
    .check(z.refine(({ bytes }) => bytes.length <= maxBytes, { params: { code: 'file_too_large', limit: maxBytes } }))
    .check(z.refine(({ type }) => types.includes(type), { params: { code: 'wrong_type' } }))
  z.globalRegistry.add(schema, { type: 'string', format: 'binary' })
  // At run time the schema gets what the form parser made of the client's Blob.
  return schema as unknown as z.ZodMiniType<Upload, Blob>
}

/** The bytes as sent, for bodies that are signed as a whole. */
export type Raw = { as: 'raw'; maxBytes: number }
/** @param maxBytes the size limit of the body */
export const raw = (maxBytes: number): Raw => ({ as: 'raw', maxBytes })

/** A file of one type, or one of several, to be saved under its name. */
export type File = { as: 'file'; type: string; others: readonly string[] }
export const file = (type: string, ...others: string[]): File => ({ as: 'file', type, others })
/**
 * Generated content may be streamed. With an `etag` that identifies it, a client that has it already gets 304, and the first
 * chunk is never requested.
 */
export type FileAnswer = {
  name: string
  /** If it is not the route's first type. */
  type?: string
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>
  etag?: string
}

/** No content: a browser that was sent here is redirected to one of our pages. */
export type Redirect = { as: 'redirect' }
export const redirect: Redirect = { as: 'redirect' }
/** Its target: a path of the web app, on the same origin. */
export type RedirectAnswer = { to: `/${string}` }

/** Whether it is neither a JSON schema nor left out. */
export const isMedia = <M extends { as: string }>(what: z.ZodMiniType | M | undefined): what is M =>
  what !== undefined && 'as' in what
