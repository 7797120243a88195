import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const bucket = 'cdk-hnb659fds-assets-1-us-east-1'

/** S3 as far as `npm run deploy` uses it: the bucket of `cdk bootstrap`, with files by name. */
export async function aBucket() {
  const files = new Map<string, Buffer>()
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(pathname.slice(`/${bucket}/`.length))
    const xml = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
    if (request.method === 'PUT') {
      files.set(key, await buffer(request))
      return response.end()
    }
    if (pathname === '/')
      return xml(
        200,
        `<ListAllMyBucketsResult><Buckets><Bucket><Name>${bucket}</Name></Bucket></Buckets></ListAllMyBucketsResult>`,
      )
    if (searchParams.has('list-type')) {
      const keys = [...files.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? ''))
      const contents = keys.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
      return xml(200, `<ListBucketResult>${contents}</ListBucketResult>`)
    }
    const file = files.get(key)
    return file ? response.end(file) : xml(404, '<Error><Code>NoSuchKey</Code><Message>None.</Message></Error>')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { files, origin, close: () => new Promise((resolve) => server.close(resolve)) }
}
