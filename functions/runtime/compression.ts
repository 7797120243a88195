import { brotliCompress, brotliDecompress, constants, gzip, type InputType } from 'node:zlib'

// Instead of `promisify` of `node:util`, whose import is a tenth of a cold start.
const asked = (call: (done: (error: Error | null, bytes: Buffer) => void) => void) =>
  new Promise<Buffer>((resolve, reject) => call((error, bytes) => (error ? reject(error) : resolve(bytes))))

/** @param quality 0 to 11: higher is smaller and slower. */
export const brotli = (bytes: InputType, quality: number): Promise<Buffer> =>
  asked((done) => brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }, done))
export const fromBrotli = (bytes: InputType): Promise<Buffer> => asked((done) => brotliDecompress(bytes, done))
export const gzipped = (bytes: InputType): Promise<Buffer> => asked((done) => gzip(bytes, done))
