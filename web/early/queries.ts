import { familyMonth, unitMonth } from '../events/monthQueries.ts'
import { monthIn, readerDay } from '../events/months.ts'
import { todayInput } from '../events/todayInput.ts'
import { daysBackAtFirst } from '#shared/rules/staff.ts'

/**
 * Where a page is opened: the parameters of its address with the club and the team that follow from them, what it asks for beside
 * them, and when.
 */
export type Opened = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams; now: Date }
type Query = Record<string, string | undefined>

/** A club's id has no dot; no team's is without one. */
const teamIn = (search: URLSearchParams) => search.get('o')?.match(/.+[.].+/)?.[0]

const month = (search: URLSearchParams) => monthIn(search.get('month'), readerDay().slice(0, 7))

/**
 * The queries of first reads, as the screens make them from the same: an answer is only taken for the same address.
 * Undefined where the screen is going to ask for something else, null where it asks without any.
 */
export const firstQueries = {
  today: ({ now }) => todayInput(now).query,
  familyMonth: ({ search }) => familyMonth(month(search)),
  unitMonth: ({ params, search }) =>
    unitMonth(month(search), params['teamId'] === undefined || search.get('related') === 'true'),
  library: ({ params, search }) =>
    search.has('view') ? undefined : { storageItemParentId: params['folderId'], teamId: params['teamId'] },
  tags: ({ params }) => ({ organizationId: params['orgId'] }),
  openTasks: () => ({ status: 'OPEN' }),
  team: ({ search }) => ({ o: teamIn(search) }),
  familyTeam: ({ search }) => ({ teamId: teamIn(search) }),
  unit: ({ params }) => ({ orgUnitId: params['orgUnitId'] }),
  nothing: () => ({}),
  fees: ({ search }) => (search.has('player') ? undefined : {}),
  allTeams: ({ params }) => (params['teamId'] === undefined ? { isAllTeams: 'true' } : {}),
  // Of a club its coaches see who has signed.
  mine: ({ params }) => (params['id'] === undefined ? null : undefined),
  // Of a team there is no other page.
  administrators: ({ params }) =>
    params['page'] === 'administrators' || params['id']?.includes('.') ? null : undefined,
  thisMonth: () => ({ show: 'month' }),
  lastDays: () => ({ daysBack: String(daysBackAtFirst) }),
  waiting: () => ({ state: 'waiting' }),
} satisfies Record<string, (opened: Opened) => Query | null | undefined>

export type FirstQuery = keyof typeof firstQueries
