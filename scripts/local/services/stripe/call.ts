import type { Form } from './form.ts'
import type { World } from './intents.ts'

/** A call of the API: of which account, what it says, the ids in its path, and where the stand-in's own pages are. */
type Call = { world: World; account: string; form: Form; id: string; base: string }
/** By method and path, `:id` for an id. What begins with `list ` is shown a page at a time. */
export type Routes = Readonly<Record<string, (call: Call) => object | object[]>>
