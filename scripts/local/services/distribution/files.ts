/** The objects of the local buckets, for the distribution and the deployment of its files. */
export type Files = {
  /** Headers are the object's: content-type, cache-control, etag, last-modified … */
  get(bucket: string, key: string): Promise<{ body: Buffer; headers: Record<string, string> } | undefined>
  put: (bucket: string, key: string, body: Buffer, headers: Record<string, string>) => Promise<void>
  keys: (bucket: string) => Promise<string[]>
  remove: (bucket: string, key: string) => Promise<void>
}
