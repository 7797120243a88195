import { brotliCompress, brotliDecompress, constants, gzip, type InputType } from 'node:zlib'

// Instead of `promisify` of `node:util`, whose import is a tenth of a cold start.
const promisified = (call: (done: (error: Error | null, bytes: Buffer) => void) => void) =>
  new Promise<Buffer>((resolve, reject) => call((error, bytes) => (error ? reject(error) : resolve(bytes))))

/** @param quality 0 to 11: higher is smaller and slower. */
export const brotli = (bytes: InputType, quality: number): Promise<Buffer> =>
  promisified((done) => brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }, done))
export const fromBrotli = (bytes: InputType): Promise<Buffer> => promisified((done) => brotliDecompress(bytes, done))
export const gzipped = (bytes: InputType): Promise<Buffer> => promisified((done) => gzip(bytes, done))
