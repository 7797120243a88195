import type { Form } from './form.ts'
import type { World } from './intents.ts'

/** A call of the API: its account, its form, the id in its path, and the address of the stand-in's own pages. */
type Call = { world: World; account: string; form: Form; id: string; base: string }
/** By method and path, `:id` for an id. Those that begin with `list ` are paginated. */
export type Routes = Readonly<Record<string, (call: Call) => object | object[]>>
