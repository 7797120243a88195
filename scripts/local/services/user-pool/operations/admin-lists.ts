import * as z from 'zod/mini'
import { CognitoError, invalidParameter } from '../errors.ts'
import { operation, text, username } from '../operation.ts'
import { requirePool, requireUser } from '../context.ts'
import type { Group, User } from '../store.ts'
import { describeUser } from './admin-users.ts'

export const CreateGroup = operation(
  z.object({
    UserPoolId: text,
    GroupName: username,
    Description: z.optional(z.string()),
    Precedence: z.optional(z.number()),
  }),
  (service, request) => {
    const { store } = requirePool(service, request.UserPoolId)
    if (store.groups().some((group) => group.name === request.GroupName)) {
      throw new CognitoError('GroupExistsException', 'A group with the name already exists.')
    }
    const group: Group = {
      name: request.GroupName,
      createdAt: service.clock.now(),
      ...(request.Description === undefined ? {} : { description: request.Description }),
      ...(request.Precedence === undefined ? {} : { precedence: request.Precedence }),
    }
    store.saveGroup(group)
    return {
      Group: {
        UserPoolId: request.UserPoolId,
        GroupName: group.name,
        Description: group.description,
        Precedence: group.precedence,
        CreationDate: group.createdAt / 1000,
        LastModifiedDate: group.createdAt / 1000,
      },
    }
  },
)

export const AdminAddUserToGroup = operation(
  z.object({ UserPoolId: text, Username: username, GroupName: text }),
  (service, request) => {
    const pool = requirePool(service, request.UserPoolId)
    const user = requireUser(pool, request.Username)
    if (!pool.store.groups().some((group) => group.name === request.GroupName)) {
      throw new CognitoError('ResourceNotFoundException', 'Group not found.')
    }
    const groups = [...new Set([...user.groups, request.GroupName])].toSorted()
    pool.store.save({ ...user, groups, modifiedAt: service.clock.now() })
    return {}
  },
)

/** Lists users page by page, oldest first, with an optional filter such as `email = "a@b.c"` or `given_name ^= "An"`. */
export const ListUsers = operation(
  z.object({
    UserPoolId: text,
    Filter: z.optional(z.string()),
    Limit: z.optional(z.number().check(z.gte(0), z.lte(60))),
    PaginationToken: z.optional(z.string()),
    AttributesToGet: z.optional(z.array(z.string())),
  }),
  (service, request) => {
    const { store } = requirePool(service, request.UserPoolId)
    const matching = store.users().filter(condition(request.Filter))
    const token = request.PaginationToken
    const from = token ? matching.findIndex((user) => user.sub === token) + 1 : 0
    if (token && !from) throw invalidParameter('Invalid pagination token')
    const page = matching.slice(from, from + (request.Limit || 60))
    const hasMore = from + page.length < matching.length
    return {
      Users: page.map((user) => describeUser(user, request.AttributesToGet)),
      ...(hasMore ? { PaginationToken: page.at(-1)?.sub } : {}),
    }
  },
)

function condition(filter: string | undefined): (user: User) => boolean {
  if (!filter) return () => true
  const [, name = '', operator, quoted = ''] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? []
  if (!operator) throw invalidParameter(`Error while parsing filter: ${filter}`)
  const wantedValue = quoted.replace(/\\(.)/g, '$1')
  // Addresses match in any case, since the pool does not distinguish case.
  const ignoringCase = name === 'email' || name === 'cognito:user_status'
  const comparable = (value: string) => (ignoringCase ? value.toLowerCase() : value)
  return (user) => {
    const values: Record<string, string> = {
      ...user.attributes,
      sub: user.sub,
      username: user.sub,
      'cognito:user_status': user.status,
      status: user.enabled ? 'Enabled' : 'Disabled',
    }
    const value = comparable(values[name] ?? '')
    return operator === '='
      ? value === comparable(wantedValue)
      : name in values && value.startsWith(comparable(wantedValue))
  }
}
