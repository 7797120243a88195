import { createHash } from 'node:crypto'
import type { Resource } from '../types.ts'

/** Where the app is: what ARNs and ids are made of. */
export type Place = { region: string; account: string }

/** Where the local cloud answers. */
export type Endpoints = {
  /** The one origin, without a slash at its end: `http://127.0.0.1:3000`. */
  origin: string
  /** The endpoint of the gate. Queue URLs begin with it, because the SDK calls a queue where its URL says. */
  gate?: string
}

/** One resource and what its ids and ARNs are made of. */
export type Named = Place & {
  resource: Resource
  name: string
  endpoints: Endpoints
  property: (name: string) => unknown
}

export type Text = (named: Named) => string

/** How the resources of a type are named and referred to. */
export type ResourceType = {
  /** The property by which a template may name one itself. */
  named?: string
  /** Its name otherwise, where that is not one that CloudFormation makes of stack and logical id. */
  drawn?: (resource: Resource, place: Place) => string
  arn?: Text
  /** What `Ref` gives, where that is not the name. */
  ref?: Text
  /** What `Fn::GetAtt` gives. `Arn` is always one of them if there is an ARN. */
  attributes?: Record<string, Text>
  /** The addresses under which AWS would serve it, and those of the local cloud that stand in their place. */
  addresses?: (named: Named) => Record<string, string>
}

export const name: Text = (named) => named.name

export const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** `arn:aws:sqs:<region>:<account>:<kind><name>` */
export const regional =
  (service: string, kind = ''): Text =>
  ({ region, account, name }) =>
    `arn:aws:${service}:${region}:${account}:${kind}${name}`

/** The same for what is in no region. */
export const global =
  (service: string, kind: string): Text =>
  ({ account, name }) =>
    `arn:aws:${service}::${account}:${kind}${name}`

const lower = '0123456789abcdefghijklmnopqrstuvwxyz'
export const alphabets = {
  lower,
  upper: lower.toUpperCase(),
  both: lower + lower.toUpperCase(),
  hex: lower.slice(0, 16),
  letters: lower.slice(10),
}

/** An id that looks drawn by AWS but is always the same for the same resource, so that state fits after a restart. */
export function drawnId({ stack, logicalId }: Resource, length: number, alphabet = lower): string {
  const bytes = createHash('sha256').update(`${stack}/${logicalId}`).digest()
  return [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** A type whose names AWS draws. */
export const drawn =
  (length: number, alphabet?: string) =>
  (resource: Resource): string =>
    drawnId(resource, length, alphabet)

/** A name as CloudFormation makes it of stack and logical id, without its random end; one that is too long keeps an end of its own. */
export function madeName(resource: Resource, most = 64): string {
  const made = `${resource.stack}-${resource.logicalId}`
  return made.length <= most ? made : `${made.slice(0, most - 9)}-${drawnId(resource, 8)}`
}
