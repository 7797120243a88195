import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { isProblem } from '#shared/problems.ts'
import { type ConnectionTicket, connectionTickets } from '../table/connections.ts'
import { write } from '../table/table.ts'

/**
 * The authorizer of the WebSocket API: a ticket authorizes one connection, as the user and in the session that it was made for, until it
 * expires.
 */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const ticket = event.queryStringParameters?.['ticket'] ?? ''
  const at = new Date(event.requestContext.requestTimeEpoch).toISOString()
  const redeemed = isOwnPage(event.headers) ? await redeem(ticket, at) : undefined
  // A refusal is returned, not thrown: a thrown one counts as an error of the function, so that anybody could raise an alarm.
  return {
    principalId: redeemed?.userId ?? 'nobody',
    ...(redeemed && { context: { session: redeemed.session, signedIn: redeemed.signedIn } }),
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: redeemed ? 'Allow' : 'Deny', Resource: event.methodArn }],
    },
  }
}

/** By the header `origin`, which browsers send. A stage without a domain has no SITE_URL here: every origin is allowed. */
function isOwnPage(headers: APIGatewayRequestAuthorizerEvent['headers']): boolean {
  const { SITE_URL } = process.env
  const [, origin] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'origin') ?? []
  return SITE_URL === undefined || origin === SITE_URL
}

async function redeem(ticket: string, at: string): Promise<ConnectionTicket | undefined> {
  if (!/^[\w-]{32}$/.test(ticket)) return undefined
  const storedTicket = await connectionTickets.get({ ticket }, { consistent: true })
  if (!storedTicket || storedTicket.ends <= at) return undefined
  try {
    await write({ actor: 'chat-ticket', at }, connectionTickets.remove({ ticket }))
    return storedTicket
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined
    throw error
  }
}
