import type { Api } from '#shared/api/index.ts'
import type { Answer, Input } from '#shared/api/route.ts'

export type Key = keyof Api
/** Searches are reads too: they are POST because search terms contain names, which must not be in addresses. */
export type Reads = Extract<Key, `GET ${string}` | `POST ${string}/search`>
export type InputOf<K extends Key> = Input<K, Api[K]>
export type AnswerOf<K extends Key> = Answer<Api[K]>
