import type { Can } from '#shared/permissions.ts'
import type { screenNames } from '#shared/rules/screenNames.ts'

/**
 * Every screen of the product, one record each. From here follow the routes, the links (`paths`), the chunks and when they
 * are loaded, what an address is about, what choosing another team keeps, and what the service worker has on the device.
 * Plain data: it is read without React by the build, the tests and `npm run screens`.
 */
export type ScreenRecord = {
  /** The address as the router has it: `:orgId` is a parameter, `:teamId?` one that may be left out. */
  path: string
  /** What the specification calls it. */
  name: string
  /** Its component, the default export of `web/<file>.tsx`. A screen that only leads to another has `redirect` instead. */
  file?: `${string}/${string}Screen`
  redirect?: string
  /**
   * `shell`: with navigation, for who is signed in. `dialog`: the same at its own address, but over the screen behind it when
   * a link of ours leads there. `open`: with navigation for who is signed in, without it for strangers. `bare`: without.
   */
  frame: 'shell' | 'dialog' | 'open' | 'bare'
  /** How much of the screen such a dialog takes: 1600 px wide unless it says otherwise, 1024 by 800, or all of it. */
  dialog?: 'page' | 'full'
  /** It takes the whole screen: the frame is there without its navigation. */
  navigation?: 'hidden'
  /**
   * Whom it shows: own players, or the team or organization named by `:orgId` and `:teamId`. Left out where it is the same
   * for everybody, as Today; such a screen stays when another team is chosen.
   */
  about?: 'players' | 'organization' | 'team'
  /**
   * The screen stays when another team is chosen, with the ids of that team, and with those other parameters and queries
   * that are named here. Without it the choice leads to the roster.
   */
  swap?: readonly string[]
  /**
   * The right that it is for, on what its address names (`subjectAt`): who has it not is shown why, and nothing is asked.
   * Left out where everybody has something to see, or the screen itself says who sees what.
   */
  can?: Can
  /** Below it, people can ask the product's own people. */
  support?: true
  /** `precached`: on the device from the first visit on. Others are kept from the first time they are opened. */
  offline?: 'precached'
}

/** Whoever looks after a club: each page of it asks for its own right besides. */
const runsClub: Can = {
  anyOf: ['canEditTeam', 'canEditAdministrators', 'canManageRegistration', 'canEditBilling', 'canAddNewTeams'],
}

export const screens = {
  root: { path: '/', name: 'redirect to /today', redirect: '/today', frame: 'shell' },
  dashboard: { path: '/dashboard', name: 'redirect to /today', redirect: '/today', frame: 'shell' },
  today: { path: '/today', name: 'Today', file: 'today/TodayScreen', frame: 'shell', offline: 'precached' },
  players: {
    path: '/players',
    name: 'FanPlayers',
    file: 'teams/PlayersScreen',
    frame: 'shell',
    about: 'players',
    offline: 'precached',
  },
  fanCalendar: {
    path: '/calendar',
    name: 'FanCalendar',
    file: 'calendar/UpcomingScreen',
    frame: 'shell',
    about: 'players',
    offline: 'precached',
  },
  organization: {
    path: '/:orgId/teams/:menu?',
    name: 'CoachTeams of an organization',
    file: 'teams/ClubScreen',
    frame: 'shell',
    about: 'organization',
    swap: ['menu'],
  },
  team: {
    path: '/:orgId/:teamId/teams/:menu?',
    name: 'CoachTeams',
    file: 'teams/TeamScreen',
    frame: 'shell',
    about: 'team',
    swap: ['menu'],
  },
  createTeam: {
    path: '/createteam/:orgId',
    name: 'create team',
    file: 'teams/CreateTeamScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canAddNewTeams',
  },
  editTeam: {
    path: '/team/edit/:teamId',
    name: 'edit team',
    file: 'teams/EditTeamScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditTeam',
  },
  exportPlayers: {
    path: '/o/:unitId/exportPlayers',
    name: 'export players',
    file: 'teams/ExportPlayersScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditPlayers',
  },
  duplicates: {
    path: '/o/:unitId/duplicates',
    name: 'duplicate players',
    file: 'teams/DuplicatesScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditPlayers',
  },
  player: {
    path: '/dashboard/player/:playerId',
    name: 'player dashboard',
    file: 'teams/PlayerScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  calendar: {
    path: '/:orgId/:teamId?/calendar',
    name: 'TeamCalendar',
    file: 'calendar/MonthScreen',
    frame: 'shell',
    about: 'team',
    swap: ['month', 'related', 'view'],
    offline: 'precached',
  },
  myPayments: {
    path: '/payments',
    name: 'Payments of a family',
    file: 'money/MyPaymentsScreen',
    frame: 'shell',
    about: 'players',
  },
  payments: {
    path: '/:orgId/:teamId?/payments',
    name: 'Payments',
    file: 'money/PaymentsScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
  },
  processors: {
    path: '/:orgId/:teamId?/teams/paymentprocessors',
    name: 'payment processors',
    file: 'money/ProcessorsScreen',
    frame: 'shell',
    about: 'organization',
    can: 'canEditBilling',
  },
  signup: {
    path: '/subscriptions/signup',
    name: 'subscription signup',
    file: 'subscriptions/SignupScreen',
    frame: 'open',
  },
  licenses: {
    path: '/:orgId?/subscriptions/licenses',
    name: 'subscription licences',
    file: 'subscriptions/LicensesScreen',
    frame: 'open',
    can: 'canEditBilling',
  },
  select: {
    path: '/:orgId?/subscriptions/select',
    name: 'subscription select',
    file: 'subscriptions/SelectScreen',
    frame: 'open',
    can: 'canEditBilling',
  },
  checkout: {
    path: '/:orgId?/subscriptions/checkout',
    name: 'subscription checkout',
    file: 'subscriptions/CheckoutScreen',
    frame: 'open',
    can: 'canEditBilling',
  },
  firstSteps: {
    path: '/:orgId/first-steps',
    name: 'first steps of a new organization',
    file: 'subscriptions/FirstStepsScreen',
    frame: 'shell',
    about: 'organization',
    // Each step asks for its own.
    can: {
      anyOf: [
        'canAddNewTeams',
        'canEditTeam',
        'canEditPlayers',
        'canEditAdministrators',
        'canEditEvents',
        'canEditBilling',
      ],
    },
  },
  billing: {
    path: '/:orgId/billing',
    name: 'Billing',
    file: 'subscriptions/BillingScreen',
    frame: 'shell',
    about: 'organization',
  },
  billingOfTeams: {
    path: '/:orgId/:teamId?/teams/subscriptions',
    name: 'billing, by the keyword of the teams screen',
    file: 'subscriptions/BillingScreen',
    frame: 'shell',
    about: 'organization',
  },
  assignmentsHome: {
    path: '/academy/assignment/organization',
    name: 'AssignmentsPage',
    file: 'assignments/AssignmentsHomeScreen',
    frame: 'shell',
  },
  assignments: {
    path: '/academy/assignment/:orgId/:teamId?/organization',
    name: 'AssignmentsPage of an organization',
    file: 'assignments/AssignmentsScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
  },
  playerTasks: {
    path: '/academy/assignment/organization/:organizationId/player/:playerId',
    name: 'AssignmentsPage of a player',
    file: 'assignments/PlayerTasksScreen',
    frame: 'shell',
    about: 'players',
  },
  chat: { path: '/:orgId?/:teamId?/chat/:conversationSid?', name: 'Chat', file: 'chat/ChatScreen', frame: 'shell' },
  newEvent: {
    path: '/:orgId/:teamId?/calendar/new',
    name: 'new event',
    file: 'calendar/NewEventScreen',
    frame: 'dialog',
    dialog: 'page',
    about: 'team',
    can: 'canEditEvents',
  },
  deletedEvents: {
    path: '/:orgId/:teamId?/calendar/deleted',
    name: 'deleted events',
    file: 'calendar/DeletedScreen',
    frame: 'dialog',
    dialog: 'page',
    about: 'team',
    can: 'canEditEvents',
  },
  attendance: {
    path: '/:orgId/:teamId?/calendar/attendance',
    name: 'attendance of a season',
    file: 'calendar/AttendanceScreen',
    frame: 'dialog',
    dialog: 'page',
    about: 'team',
    can: 'canEditEvents',
  },
  eventTypes: {
    path: '/:orgId/calendar/types',
    name: 'event types of a club',
    file: 'calendar/EventTypesScreen',
    frame: 'dialog',
    about: 'organization',
    can: 'canEditEvents',
  },
  event: {
    path: '/calendar/event/:eventId',
    name: 'event',
    file: 'calendar/EventScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  connect: { path: '/connect', name: 'connect', file: 'calendar/ConnectScreen', frame: 'shell' },
  editEvent: {
    path: '/calendar/event/:eventId/edit',
    name: 'edit event',
    file: 'calendar/EditEventScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditEvents',
  },
  inbox: { path: '/email', name: 'FanEmail', file: 'email/InboxScreen', frame: 'shell', about: 'players' },
  email: { path: '/email/:emailId', name: 'an email', file: 'email/EmailScreen', frame: 'shell' },
  notices: { path: '/notices', name: 'what one is told', file: 'notices/NoticesScreen', frame: 'shell' },
  unsubscribe: {
    path: '/unsubscribe',
    name: 'stop mails by a link in one',
    file: 'notices/UnsubscribeScreen',
    frame: 'bare',
  },
  teamEmail: {
    path: '/:orgId/:teamId?/email',
    name: 'TeamEmail',
    file: 'email/TeamEmailScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    can: 'canSendMessages',
  },
  clubMailDelivery: {
    path: '/:orgId/mail-delivery',
    name: 'what became of mail of a club',
    file: 'email/DeliveryScreen',
    frame: 'shell',
    about: 'organization',
    can: 'canSendMessages',
  },
  emailTeam: {
    path: '/email-team/:teamId',
    name: 'email a team',
    file: 'email/WriteScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canSendMessages',
  },
  emailTeams: {
    path: '/email-teams/:orgId',
    name: 'email several teams',
    file: 'email/WriteScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  emailEvent: {
    path: '/email-event/:eventId',
    name: 'email who is invited to an event',
    file: 'email/WriteScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canSendMessages',
  },
  registrations: {
    path: '/:orgId/:teamId?/registrations',
    name: 'Create Registration',
    file: 'registrations/RegistrationsScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    swap: [],
  },
  teamRegistration: {
    path: '/:orgId/:teamId?/team-registration/:id',
    name: 'team registration',
    file: 'registrations/BuilderScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    can: 'canManageRegistration',
  },
  eventRegistration: {
    path: '/:orgId/:teamId?/event-registration/:id',
    name: 'event registration',
    file: 'registrations/BuilderScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    navigation: 'hidden',
    can: 'canManageRegistration',
  },
  profile: {
    path: '/user/edit/:userId',
    name: 'user edit',
    file: 'account/ProfileScreen',
    frame: 'dialog',
    dialog: 'full',
  },
  accessTokens: {
    path: '/access-tokens',
    name: 'access tokens',
    file: 'developers/TokensScreen',
    frame: 'shell',
  },
  developers: { path: '/developers', name: 'for developers', file: 'developers/DevelopersScreen', frame: 'open' },
  clubDevelopers: {
    path: '/:orgId/developers',
    name: 'programs of a club',
    file: 'developers/ClubDevelopersScreen',
    frame: 'shell',
    about: 'organization',
    can: 'canEditAdministrators',
  },
  academy: { path: '/academy', name: 'Academy', file: 'academy/AcademyScreen', frame: 'shell' },
  anyStorage: {
    path: '/academy/storage/organization/:folderId?',
    name: 'library of the club that is selected',
    file: 'academy/AnyStorageScreen',
    frame: 'shell',
  },
  storage: {
    path: '/academy/storage/:orgId/:teamId?/organization/:folderId?',
    name: 'StoragePage',
    file: 'academy/StorageScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
  },
  playerStorage: {
    path: '/academy/storage/organization/:organizationId/player/:playerId/:folderId?',
    name: 'StoragePage of a player',
    file: 'academy/PlayerStorageScreen',
    frame: 'shell',
    about: 'players',
  },
  libraryTask: {
    path: '/academy/task/:type/:storageItemId',
    name: 'task of the library',
    file: 'assignments/LibraryTaskScreen',
    frame: 'shell',
  },
  recordings: { path: '/recordings', name: 'Recordings', file: 'recordings/RecordingsScreen', frame: 'shell' },
  recording: {
    path: '/recordings/:recordingId',
    name: 'one recording',
    file: 'recordings/RecordingScreen',
    frame: 'shell',
  },
  join: { path: '/join/:invitationId', name: 'invitation to administer', file: 'settings/JoinScreen', frame: 'shell' },
  settings: {
    path: '/settings/:id/:page',
    name: 'Organization Settings',
    file: 'settings/SettingsScreen',
    frame: 'dialog',
    can: runsClub,
  },
  organizations: {
    path: '/organizations',
    name: 'organizations',
    file: 'settings/OrganizationsScreen',
    frame: 'shell',
  },
  links: { path: '/links/:id', name: 'Links', file: 'settings/LinksScreen', frame: 'dialog', dialog: 'page' },
  venues: { path: '/venues/:orgId', name: 'venues', file: 'settings/VenuesScreen', frame: 'dialog', dialog: 'page' },
  agreements: {
    path: '/agreements/:id?',
    name: 'Waivers & Agreements',
    file: 'agreements/AgreementsScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  agreementProof: {
    path: '/agreements/:agreementId/proof/:playerId',
    name: 'proof of an agreement',
    file: 'agreements/ProofScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  audit: {
    path: '/audit/:orgId',
    name: 'who changed what',
    file: 'audit/AuditScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  admin: { path: '/admin', name: 'staff admin', file: 'staff/AdminScreen', frame: 'shell' },
  reports: { path: '/admin/reports', name: 'staff reports', redirect: '/admin/reports/stats', frame: 'shell' },
  subscriptionsReport: {
    path: '/admin/reports/organization-subscriptions',
    name: 'staff report',
    file: 'staff/SubscriptionsReportScreen',
    frame: 'shell',
  },
  clubsReport: {
    path: '/admin/reports/org-list',
    name: 'staff report',
    file: 'staff/ClubsReportScreen',
    frame: 'shell',
  },
  promotions: { path: '/admin/promotions', name: 'staff promotions', file: 'staff/PromotionsScreen', frame: 'shell' },
  staffClub: {
    path: '/admin/club/:orgId',
    name: 'what a club has bought',
    file: 'staff/ClubScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  costsReport: { path: '/admin/reports/costs', name: 'staff report', file: 'staff/CostsScreen', frame: 'shell' },
  useReport: { path: '/admin/reports/use', name: 'staff report', file: 'staff/UseScreen', frame: 'shell' },
  statsReport: { path: '/admin/reports/stats', name: 'staff report', file: 'staff/StatsScreen', frame: 'shell' },
  mailDelivery: {
    path: '/admin/mail-delivery',
    name: 'mail-delivery search',
    file: 'staff/MailsScreen',
    frame: 'shell',
  },
  myData: { path: '/my-data', name: 'my data', file: 'privacy/MyDataScreen', frame: 'shell' },
  erasureReceipt: {
    path: '/erasure/:receiptId',
    name: 'receipt of an erasure',
    file: 'privacy/ReceiptScreen',
    frame: 'open',
  },
  supportInbox: { path: '/admin/support', name: 'questions to staff', file: 'staff/SupportScreen', frame: 'shell' },
  supportThread: {
    path: '/admin/support/:threadId',
    name: 'a question to staff',
    file: 'staff/SupportThreadScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  users: { path: '/user/index', name: 'staff users', file: 'staff/UsersScreen', frame: 'shell' },
  user: { path: '/admin/user/:userId', name: 'an account', file: 'staff/UserScreen', frame: 'dialog', dialog: 'page' },
  healthcheck: { path: '/healthcheck', name: 'health check', file: 'staff/HealthcheckScreen', frame: 'open' },
  healthreview: { path: '/healthreview', name: 'health review', file: 'staff/HealthReviewScreen', frame: 'shell' },
  eventImport: {
    path: '/:orgId/:teamId?/calendar/import',
    name: 'import of events',
    file: 'imports/EventImportScreen',
    frame: 'shell',
    about: 'team',
    swap: [],
    can: 'canEditEvents',
  },
  calendarLinks: {
    path: '/calendar/links',
    name: 'links for calendar apps',
    file: 'feeds/CalendarLinksScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  family: { path: '/family/:playerId', name: 'family of a player', file: 'families/FamilyScreen', frame: 'dialog' },
  invitation: {
    path: '/invitation',
    name: 'invitation to a family',
    file: 'families/InvitationScreen',
    frame: 'bare',
  },
  addPlayers: {
    path: '/o/:unitId/addPlayers',
    name: 'add players',
    file: 'families/AddPlayersScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditPlayers',
  },
  pay: { path: '/pay/:payId', name: 'CheckoutPage', file: 'money/PayScreen', frame: 'bare' },
  answer: { path: '/answer', name: 'answer by a link in a mail', file: 'answer/AnswerScreen', frame: 'bare' },
  register: {
    path: '/register/:registrationId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  registerPlayer: {
    path: '/register/:registrationId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  registerUnit: {
    path: '/register/:registrationId/org-unit/:orgUnitId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  registerUnitPlayer: {
    path: '/register/:registrationId/org-unit/:orgUnitId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  login: { path: '/login', name: 'login', file: 'session/LoginScreen', frame: 'bare' },
  logout: { path: '/logout', name: 'logout', file: 'session/LogoutScreen', frame: 'bare' },
  forbidden: { path: '/forbidden', name: 'Forbidden', file: 'shell/ForbiddenScreen', frame: 'open' },
  notFound: { path: '*', name: 'NotFound', file: 'shell/NotFoundScreen', frame: 'open' },
} as const satisfies Record<(typeof screenNames)[number], ScreenRecord>

export type ScreenName = keyof typeof screens
/** Those that have a component. */
export type Shown = { [Name in ScreenName]: (typeof screens)[Name] extends { file: string } ? Name : never }[ScreenName]

export const screenList: readonly (ScreenRecord & { screen: ScreenName })[] = Object.entries<ScreenRecord>(screens).map(
  ([screen, record]) => ({ screen: screen as ScreenName, ...record }),
)
