import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { Problem } from '#shared/problems.ts'
import { lineTickets } from '../table/lines.ts'
import { write } from '../table/table.ts'

/** Authorizes one WebSocket connection per ticket, for the user it was issued to: the first to redeem it in time. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const ticket = event.queryStringParameters?.['ticket'] ?? ''
  const at = new Date(event.requestContext.requestTimeEpoch).toISOString()
  const userId = isOwnPage(event.headers) ? await redeem(ticket, at) : undefined
  // A refusal is a Deny policy, not a thrown error: Lambda would count that as a fault, and every attempt would raise an alarm.
  return {
    principalId: userId ?? 'nobody',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Action: 'execute-api:Invoke', Effect: userId === undefined ? 'Deny' : 'Allow', Resource: event.methodArn },
      ],
    },
  }
}

/** Browsers send the Origin of the page. If the stage has no domain, its address is not known here. */
function isOwnPage(headers: APIGatewayRequestAuthorizerEvent['headers']): boolean {
  const { SITE_URL } = process.env
  const [, origin] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'origin') ?? []
  return SITE_URL === undefined || origin === SITE_URL
}

async function redeem(ticket: string, at: string): Promise<string | undefined> {
  if (!/^[\w-]{32}$/.test(ticket)) return undefined
  const found = await lineTickets.get({ ticket }, { consistent: true })
  if (!found || found.ends <= at) return undefined
  try {
    await write({ actor: 'chat-ticket', at }, lineTickets.remove({ ticket }))
    return found.userId
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  }
}
