import type { Api } from '#shared/api/index.ts'
import type { Answer, Input } from '#shared/api/route.ts'

export type Key = keyof Api
/** A search reads too: what is looked for names people, and stays out of addresses. */
export type Reads = Extract<Key, `GET ${string}` | `POST ${string}/search`>
export type InputOf<K extends Key> = Input<K, Api[K]>
export type AnswerOf<K extends Key> = Answer<Api[K]>
