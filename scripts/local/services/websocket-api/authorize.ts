import { resourceMatches } from '../../iam/match.ts'
import type { Assembly, Invoke } from '../../types.ts'
import type { contextOf, openingOf } from './events.ts'
import type { SocketApi } from './readSocketApi.ts'

type AuthorizerEvent = ReturnType<typeof openingOf> & { requestContext: ReturnType<typeof contextOf> }
type Policy = { Statement?: { Effect: string; Action: string | string[]; Resource: string | string[] }[] }
type Answer = { principalId?: string; policyDocument?: Policy; context?: Record<string, unknown> }

/**
 * Asks a Lambda REQUEST authorizer whether a connection may be opened: returns the context for functions, or the status
 * of the refusal.
 */
export async function authorize(
  { id, stage, authorizer }: SocketApi,
  opening: AuthorizerEvent,
  { invoke, assembly }: { invoke: Invoke; assembly: Assembly },
): Promise<Record<string, unknown> | number | undefined> {
  if (!authorizer) return undefined
  const { headers, queryStringParameters = {} } = opening
  const isPresent = (source: string): boolean => {
    const name = source.split('.').at(-1) ?? ''
    return Boolean(source.includes('.header.') ? headers[name.toLowerCase()] : queryStringParameters[name])
  }
  // The authorizer is not invoked for a caller without the identity sources.
  if (!authorizer.identities.every(isPresent)) return 401
  const methodArn = `arn:aws:execute-api:${assembly.region}:${assembly.account}:${id}/${stage}/$connect`
  const event = { type: 'REQUEST', methodArn, ...opening, stageVariables: {} }
  try {
    const { principalId, policyDocument, context = {} } = ((await invoke(authorizer.lambda, event)) ?? {}) as Answer
    if (!principalId || !policyDocument) return 500
    const matching = (effect: string) =>
      policyDocument.Statement?.some(
        ({ Effect, Action, Resource }) =>
          Effect === effect &&
          [Action]
            .flat()
            .some((action) => ['*', 'execute-api:*', 'execute-api:invoke'].includes(action.toLowerCase())) &&
          [Resource].flat().some((resource) => resourceMatches(resource, methodArn)),
      )
    if (matching('Deny') || !matching('Allow')) return 403
    return { principalId, ...Object.fromEntries(Object.entries(context).map(([name, value]) => [name, String(value)])) }
  } catch (error) {
    // With exactly this message, an authorizer responds 401.
    return (error as Error).message === 'Unauthorized' ? 401 : 500
  }
}
