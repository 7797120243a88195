import { familyMonth, unitMonth } from '../events/monthQueries.ts'
import { monthIn, readerDay } from '../events/months.ts'
import { todayInput } from '../events/todayInput.ts'
import { daysBackAtFirst } from '#shared/rules/staff.ts'

/** An opened page: its path parameters, with the club and team derived from them, its search parameters, and the time. */
export type OpenedPage = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams; now: Date }
type Query = Record<string, string | undefined>

/** A team's id contains a dot, a club's does not. */
const teamIn = (search: URLSearchParams) => search.get('o')?.match(/.+[.].+/)?.[0]

const month = (search: URLSearchParams) => monthIn(search.get('month'), readerDay().slice(0, 7))

/**
 * The queries of first reads. They have to equal the screens' own, since a response is used only for the same address. Undefined
 * if the screen will request something else, null if it has no query.
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
  // For a club, coaches get the list of signatures instead.
  mine: ({ params }) => (params['id'] === undefined ? null : undefined),
  // A team has no other page.
  administrators: ({ params }) =>
    params['page'] === 'administrators' || params['id']?.includes('.') ? null : undefined,
  thisMonth: () => ({ show: 'month' }),
  lastDays: () => ({ daysBack: String(daysBackAtFirst) }),
  waiting: () => ({ state: 'waiting' }),
} satisfies Record<string, (page: OpenedPage) => Query | null | undefined>

export type FirstQuery = keyof typeof firstQueries
