import type { Api } from '#shared/api/index.ts'
import type { Answer, Input } from '#shared/api/route.ts'

export type Key = keyof Api
export type Reads = Extract<Key, `GET ${string}`>
export type InputOf<K extends Key> = Input<K, Api[K]>
export type AnswerOf<K extends Key> = Answer<Api[K]>
