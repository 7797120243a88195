import { wholeBody } from './body.ts'
import { malformedXml, tooLarge } from './errors.ts'
import { arnOf, type Exchange, replyXml } from './exchange.ts'
import { payloadOf } from './payload.ts'
import { contents, unescaped } from './xml.ts'

/** Deletes up to a thousand objects; reports for each whether it was deleted or why not. */
export async function deleteObjects(exchange: Exchange): Promise<void> {
  const { authorize, bucket, onEvent, query, request, response, signer } = exchange
  const payload = payloadOf(request, query, signer.payload)
  const xml = (await wholeBody(payload.bytes, 2_000_000, tooLarge)).toString()
  payload.check()
  const keys = contents(xml, 'Object')
    .flatMap((object) => contents(object, 'Key'))
    .map(unescaped)
  if (keys.length === 0 || keys.length > 1000) throw malformedXml()
  const isQuiet = contents(xml, 'Quiet')[0] === 'true'
  const results = keys.map((Key) => {
    const refusal = authorize(signer.accessKeyId, 's3:DeleteObject', arnOf(bucket.name, Key))
    if (refusal !== undefined) return { refused: { Key, Code: 'AccessDenied', Message: refusal } }
    if (bucket.store.remove(Key)) onEvent({ eventName: 'ObjectRemoved:Delete', bucket: bucket.name, key: Key })
    return { gone: { Key } }
  })
  replyXml(response, 'DeleteResult', {
    Deleted: isQuiet ? [] : results.flatMap(({ gone }) => gone ?? []),
    Error: results.flatMap(({ refused }) => refused ?? []),
  })
}
