import { paramNames } from '#shared/api/params.ts'
import type { Route } from '#shared/api/route.ts'
import { isMedia } from '#shared/api/media.ts'
import type { RequestOptions } from '../call.ts'
import type { Club } from '../club.ts'
import type { Dice } from '../dice.ts'
import { filledValue, type Schema, schemaOf, valueOf } from './schema.ts'
import { isRemoved, type Spot, spoilValue, spoilText, spotsOf } from './spoil.ts'
import { type Ids, idsFor, jsonOf, texts } from './words.ts'

/** Nearly valid requests that are hostile in one to three places. */

export type Hostile = { sent: RequestOptions; label: string }
type Line = { key: string; route: Route }
type SpoilContext = { dice: Dice; ids: Ids; knownTexts: readonly string[] }

/** Schemas of query and body from the contract, read once per route. */
export function shapesOf({ route: { query, body } }: Line): { query: Schema; body: Schema | undefined } {
  const schema =
    body === undefined ? undefined : !isMedia(body) ? body : body.as === 'multipart' ? body.schema : undefined
  return { query: query ? schemaOf(query) : {}, body: schema && schemaOf(schema) }
}
export type Shapes = ReturnType<typeof shapesOf>

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Number of valid requests to start from: each includes other optional fields. */
const startCount = 6

/** Returns a generator of hostile requests, each derived from a valid request to the route. */
export function hostileOnes(
  line: Line,
  shapes: Shapes,
  right: RequestOptions,
  clubs: { club: Club; elsewhere: Club },
  dice: Dice,
) {
  const { key, route } = line
  const { club } = clubs
  const params = paramNames(key)
  const { query = {}, body, rawBody, headers = {}, ...rest } = right
  const context: SpoilContext = { dice, ids: idsFor(club, clubs.elsewhere), knownTexts: textsIn([body, query]) }
  const fill = (value: unknown, schema: Schema | undefined) => (schema ? filledValue(value, schema, context) : value)
  const startRequests = Array.from({ length: startCount }, (_, i) => {
    const [startBody, startQuery] = i === 0 ? [body, query] : [fill(body, shapes.body), fill(query, shapes.query)]
    const bodySpots = startBody === undefined ? [] : spotsOf(startBody, shapes.body ?? {})
    return {
      body: startBody,
      query: startQuery as Record<string, unknown>,
      bodySpots,
      querySpots: spotsOf(startQuery, shapes.query).slice(1),
    }
  })
  const isForm = isMedia(route.body) && route.body.as === 'multipart'
  const otherUsers = [club.user('parent'), club.user('coach'), club.user('nobody'), undefined]

  /** Which parts of a request are changed: larger parts more often. */
  function parts(spots: { bodySpots: Spot[]; querySpots: Spot[] }) {
    return [
      ...Array.from({ length: Math.min(30, spots.bodySpots.length * 3) }, () => 'body' as const),
      ...Array.from({ length: Math.min(12, spots.querySpots.length * 3) }, () => 'query' as const),
      ...(route.query ? (['query more'] as const) : []),
      ...params.map(() => 'path' as const),
      ...(rawBody === undefined ? [] : (['bytes', 'bytes', 'headers'] as const)),
      ...(['who', 'headers', route.body ? 'text' : 'a body unasked'] as const),
    ]
  }
  const spotsByStart = startRequests.map(parts)

  return function nextRequest(): Hostile {
    const from = dice.below(startRequests.length)
    const startRequest = startRequests[from]
    if (!startRequest) throw new Error('There is no valid request to start from.')
    let { body: value, query: asks } = startRequest
    const options: RequestOptions = { ...rest, headers }
    let text: string | undefined = rawBody
    const labels: string[] = []
    const changeCount = dice.percent(70) ? 1 : dice.percent(70) ? 2 : 3
    for (let i = 0; i < changeCount; i++) {
      const part = dice.pick(spotsByStart[from] ?? [])
      switch (part) {
        case 'body': {
          const one = spoilValue(
            value,
            value === startRequest.body ? startRequest.bodySpots : spotsOf(value, shapes.body ?? {}),
            context,
          )
          value = isRemoved(one.value) ? undefined : one.value
          labels.push(`body.${one.label}`)
          break
        }
        case 'query': {
          const {
            at: [name = ''],
            value: was,
            schema,
          } = dice.pick(startRequest.querySpots)
          const one = dice.percent(50)
            ? { value: String(valueOf(schema, String(name), context)), name: 'another right one' }
            : spoilText(String(was), context)
          asks = Object.fromEntries([...Object.entries(asks), [name, one.value]])
          labels.push(`query.${name}: ${one.name}`)
          break
        }
        case 'query more': {
          const known = Object.entries(shapes.query.properties ?? {})
          const [name, schema] = known.length > 0 && dice.percent(80) ? dice.pick(known) : [dice.pick(texts), {}]
          asks = Object.fromEntries([...Object.entries(asks), [name, String(valueOf(schema, name, context))]])
          labels.push(`query.${Object.hasOwn(shapes.query.properties ?? {}, name) ? name : '?'}: more`)
          break
        }
        case 'path': {
          const name = dice.pick(params)
          const one = spoilText(String(options[name]), context)
          options[name] = one.value
          labels.push(`path.${name}: ${one.name}`)
          break
        }
        case 'bytes': {
          const cut = dice.below((rawBody ?? '').length)
          text = dice.pick([
            (rawBody ?? '').slice(0, cut),
            `${rawBody}${dice.pick(texts)}`,
            `${(rawBody ?? '').slice(0, cut)}${dice.pick(texts)}${(rawBody ?? '').slice(cut)}`,
          ])
          labels.push('bytes')
          break
        }
        case 'who':
          options.as = dice.pick(otherUsers)
          labels.push('who')
          break
        case 'headers': {
          const [name, headerValue] = dice.pick(hostileHeaders(context))
          options.headers = { ...options.headers, [name]: headerValue }
          labels.push(`headers.${name}`)
          break
        }
        case 'text':
          if (isForm)
            options.headers = {
              ...options.headers,
              'content-type': dice.pick([
                '',
                'multipart/form-data',
                'multipart/form-data; boundary=x',
                'application/json',
                'text/plain',
              ]),
            }
          else text = frameOf(jsonOf(value), dice)
          labels.push('text')
          break
        case 'a body unasked':
          text = dice.pick(['{}', '[]', '{"__proto__":{"x":1}}', 'x'.repeat(5000), '\u0000'])
          labels.push('a body unasked')
      }
    }
    options.query = route.query || Object.keys(asks).length > 0 ? asks : undefined
    if (isForm && text === undefined) options.body = typeof value === 'object' && value !== null ? value : {}
    else if (text !== undefined) options.rawBody = text
    else if (value !== undefined) options.rawBody = jsonOf(value)
    return { sent: options, label: labels.toSorted().join(', ') }
  }
}

const hostileHeaders = ({ dice }: SpoilContext): [string, string][] => [
  ['x-forwarded-for', dice.pick([...texts, '1.2.3.4, 5.6.7.8', '::1, 2001:db8::1', ','.repeat(5000)])],
  ['user-agent', dice.pick([...texts, 'x'.repeat(9000)])],
  ['origin', dice.pick(texts)],
  ['if-none-match', dice.pick([...texts, '*', 'W/"x"', '"'.repeat(5000)])],
  ['content-type', dice.pick(texts)],
]

/** Request bodies that are broken, altered or far too large JSON. */
function frameOf(json: string, dice: Dice): string {
  return dice.pick([
    () => json.slice(0, dice.below(json.length)),
    () => `${json},`,
    () => `\ufeff${json}`,
    () => `${json}${json}`,
    () => json.replace('{', '{,'),
    () => json.replace('{', '{"__proto__":null,'),
    () => json.replace('}', ',"a":1,"a":2}'),
    () => json.replaceAll('"', "'"),
    () =>
      dice.pick([
        '',
        'null',
        '[]',
        '{}',
        '""',
        '0',
        'true',
        'NaN',
        '{"',
        '\u0000',
        '[[],{}]',
        '-',
        '"\\ud800"',
        '/**/{}',
      ]),
    () => (dice.percent(4) ? `${json}${' '.repeat(262_145)}` : `${json} `),
    () => (dice.percent(10) ? '['.repeat(50_000) : `[${json}]`),
  ])()
}
