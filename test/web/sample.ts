import * as z from 'zod/mini'
import { type Api, routes } from '#shared/api/index.ts'
import { isMedia } from '#shared/api/media.ts'
import { flags, staffRoles } from '#shared/permissions.ts'
import { organizationId, playerId, playersAndTeams, profile, teamId } from './people.ts'

/** Returns a valid response for each route, generated from the contract: a list has one element, a text is a day. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  minimum?: number
}
const texts: readonly (readonly [name: RegExp, value: string])[] = [
  [/timezone/i, 'America/Chicago'],
  [/^dayOfYear$/, '04-01'],
  [/^(id|teamId|orgUnitId)$/, teamId],
  [/^(orgId|organizationId)$/, organizationId],
  [/playerId/i, playerId('a')],
  [/url$/i, 'https://files.example/a'],
  [/currency/i, 'USD'],
  [/(^day|day$|On$|^date|date$|from|^to$|^month)/i, '2026-11-21'],
  [/^(launch|close)Time$/, '18:30'],
  [/(At$|^at$|start|^end$|ends|until|time|since|lastSeen)/i, '2026-11-21T18:30:00Z'],
  [/color/i, '#2b8a3e'],
  [/email/i, 'ann@touchline.test'],
]
const textFor = (name: string) => texts.find(([shape]) => shape.test(name))?.[1] ?? '2026-11-21'

function sampleOf(schema: Schema, name: string): unknown {
  const { anyOf, oneOf = anyOf, allOf } = schema
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (oneOf) return sampleOf(oneOf.find(({ type }) => type !== 'null') ?? {}, name)
  if (allOf) {
    const [first, ...rest] = allOf.map((each) => sampleOf(each, name))
    return typeof first === 'object' ? (Object.assign({}, first, ...rest) as object) : first
  }
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([each]) => schema.required?.includes(each))
          .map(([each, property]) => [
            each,
            sampleOf(property, `${name}.${each}` === 'birthdays.day' ? 'dayOfYear' : each),
          ]),
      )
    case 'array':
      return (
        schema.prefixItems?.map((each) => sampleOf(each, name)) ?? (schema.items ? [sampleOf(schema.items, name)] : [])
      )
    case 'string':
      return textFor(name)
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return schema.type === 'null' ? null : textFor(name)
  }
}

/** The user administers the club, has a child on its team and is a staff member. */
const ownSamples: Partial<Record<keyof Api, unknown>> = {
  'GET /api/v1/playersAndTeams': playersAndTeams({
    players: [
      {
        id: playerId('a'),
        name: 'Danley Jean Jacques',
        orgUnits: [{ name: 'Falcons', isOrganization: false, dateArchived: null }],
      },
    ],
    organizations: [
      {
        id: organizationId,
        name: 'FC',
        orgAdmin: true,
        permissions: [...flags],
        teams: [{ id: teamId, name: 'Falcons', permissions: [] }],
        academyEnabled: true,
        customRegistrationEnabled: true,
      },
    ],
  }),
  'GET /rest-api/users/profile': { ...profile(), roles: [...staffRoles] },
}

export const sample = (key: keyof Api): unknown => {
  if (ownSamples[key]) return ownSamples[key]
  const { returns } = routes.find((route) => route.key === key)?.route ?? {}
  return returns && !isMedia(returns)
    ? sampleOf(z.toJSONSchema(returns, { unrepresentable: 'any', io: 'output' }) as Schema, '')
    : null
}
