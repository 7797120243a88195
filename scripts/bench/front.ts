import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Hop-by-hop headers, which are not forwarded. */
const hops = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host']
const forwardedHeaders = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !hops.includes(name)))

/**
 * A proxy of the origin that uses HTTP/2, like CloudFront: over HTTP/1.1 a browser opens six connections and waits for
 * them. Its certificate is self-signed, so the browser is started with `--ignore-certificate-errors`. Needs `openssl`.
 */
export async function startSecureFront(origin: string): Promise<{ origin: string; close: () => void }> {
  const { host } = new URL(origin)
  const server = createSecureServer(certificate(), (clientRequest: Http2ServerRequest, answer: Http2ServerResponse) => {
    const authority = clientRequest.headers[':authority'] ?? ''
    const settings = clientRequest.url === '/config.json'
    const {
      'accept-encoding': encoding,
      origin: _origin,
      referer: _referer,
      ...otherHeaders
    } = forwardedHeaders(clientRequest.headers)
    const headers = {
      ...otherHeaders,
      host,
      ...(clientRequest.headers.origin && { origin }),
      ...(!settings && encoding && { 'accept-encoding': encoding }),
    }
    const originRequest = request(
      origin + clientRequest.url,
      { method: clientRequest.method, headers },
      (originResponse) => {
        const { 'content-length': length, ...responseHeaders } = forwardedHeaders(originResponse.headers)
        answer.writeHead(originResponse.statusCode ?? 502, {
          ...responseHeaders,
          ...(!settings && length && { 'content-length': length }),
        })
        if (!settings) return void originResponse.pipe(answer)
        // The settings contain the user pool's endpoint.
        originResponse
          .setEncoding('utf8')
          .toArray()
          .then(
            (parts) => answer.end(parts.join('').replaceAll(`http://${host}/_local`, `https://${authority}/_local`)),
            () => answer.stream.close(),
          )
      },
    )
    originRequest.on('error', () => answer.stream.close())
    clientRequest.pipe(originRequest)
  })
  server.on('sessionError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '2', ...names], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
