/** Reads a whole body of at most `limit` bytes; rejects with the error of `tooLarge` if there is more. */
export async function wholeBody(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
