import type { Api } from '../services/service.ts'
import type { Call } from './call.ts'
import type { JsonBody, Need } from './needs.ts'

/** An API in one of AWS's JSON protocols, identified by the header `x-amz-target`. */
export const jsonApi = (targets: readonly string[], needs: (call: Call, body: JsonBody) => Need[]): Api => ({
  owns: ({ target }) => targets.includes(target),
  protocol: () => 'json',
  needs: async (call) => ({ needs: needs(call, await call.json()) }),
})
