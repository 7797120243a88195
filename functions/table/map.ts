/**
 * THE TABLE. Every kind of item we keep: the partition it lives in, its sort key there, where else it is found, and the
 * question that place answers. Each kind has a file of its own beside this one, with its type, keys and verbs.
 *
 * `USER#…`, `ORG#…` and so on stand before an id. What begins with `ME#` is read together, on every request: what a
 * person may do, and what waits for them. Those rows are twins of memberships, written in the same transaction.
 * An invite lives with its player and carries what a card shows of the event, so that Today is one round trip.
 */
// biome-ignore format: a table is read by its columns
export const map = {
  'Profile':                    ['USER#user', 'PROFILE', '', 'who is this person'],
  'Walkthrough':                ['USER#user', 'WALKTHROUGH#name', '', 'how far someone is with a guided walkthrough'],
  'My organization':            ['USER#user', 'ME#ORG#organization', '', 'which organizations does this person run, with which rights'],
  'My team':                    ['USER#user', 'ME#TEAM#team', '', 'which teams do they coach, with which rights'],
  'Own player':                 ['USER#user', 'ME#OWN#player', '', 'whose family are they, and in which teams'],
  'Followed player':            ['USER#user', 'ME#FOLLOWS#player', '', 'whom do they follow, in which teams'],
  'Counts':                     ['USER#user', 'ME#COUNTS', '', 'what waits for this person'],
  'Session':                    ['USER#user', 'ME#SESSION', '', 'are they signed out everywhere, or shut out'],
  'Ended session':              ['USER#user', 'ME#ENDED#session', '', 'which devices have they signed out'],
  'Sent request':               ['USER#user', 'SENT#sent', '', 'whom this person asked to be let in'],
  'Sent count':                 ['USER#user', 'SENT-ON#day', '', 'how often on that day'],
  'Request':                    ['USER#coach', 'REQUEST#asker.place', 'lsi1 REQUEST#time', 'who asks this coach to be let in'],
  'Closed request':             ['USER#coach', 'REQUEST-CLOSED#request', '', 'what this coach has made of a request'],
  'Account of a player':        ['USER#user', 'PLAYS-AS', 'gsi2 PLAYS-AS#player ACCOUNT', 'whose own account is this, that of a player'],
  'Open lines':                 ['USER#user', 'LINES', '', 'which devices of this person hear of chat as it happens'],
  'My conversation':            ['USER#user', 'CONVERSATION#conversation', '', 'with whom this person chats, and what is unread'],
  'Used link':                  ['LINK#nonce', 'LINK', '', 'has this link done what it was made for'],
  'Line ticket':                ['TICKET#ticket', 'TICKET', '', 'who may open a line with this, once'],
  'User':                       ['EMAIL#address', 'USER', '', 'whose confirmed address is this'],
  'Organization':               ['ORG#organization', 'ORG', '', 'one organization …'],
  'Organization administrator': ['ORG#organization', 'ORG#ADMIN#user', '', '… who runs it …'],
  'Organization team':          ['ORG#organization', 'ORG#TEAM#team', '', '… and its teams: one range'],
  'Invitation':                 ['ORG#organization', 'INVITATION#unit.invitation', '', 'who is invited to run a club, or one of its teams: two ranges'],
  'Invited count':              ['ORG#organization', 'INVITED-ON#day', '', 'how many were invited on that day'],
  'Family invited count':       ['ORG#organization', 'FAMILY-INVITED-ON#day#person', '', 'how many were invited to families on that day, by one person or by all'],
  'Links':                      ['ORG#organization', 'LINKS#unit', '', 'where a club or a team points to elsewhere'],
  'Agreement':                  ['ORG#organization', 'AGREEMENT#agreement', '', 'what a club asks families to agree to: one range …'],
  'Agreement text':             ['ORG#organization', 'AGREEMENT-TEXT#agreement#version', '', '… and what it says, in each version'],
  'Venue':                      ['ORG#organization', 'VENUE#venue', '', 'where a club plays, and where one of its teams does: two ranges'],
  'Licences':                   ['ORG#organization', 'LICENCES', '', 'how many teams may play, and how many do'],
  'Unassigned player':          ['ORG#organization', 'UNASSIGNED#player', '', 'who is in the club and on no team: one range'],
  'Tag':                        ['ORG#organization', 'TAG#tag', '', 'the words by which a club sorts its players'],
  'Team':                       ['TEAM#team', 'TEAM', '', 'one team …'],
  'Team administrator':         ['TEAM#team', 'TEAM#ADMIN#user', '', '… with its coaches …'],
  'Team player':                ['TEAM#team', 'TEAM#PLAYER#player', '', '… and its roster: one range'],
  'Event':                      ['TEAM#team or ORG#organization', 'EVENT#event', 'lsi1 EVENT#start, gsi1 DELETED#… time, gsi2 EVENTS#organization start', 'one event; the month of a team or a club; what it has deleted; the week of all its teams'],
  'Player':                     ['PLAYER#player', 'PLAYER', 'gsi1 BORN#organization day, gsi2 PLAYERS#organization name', 'one player …; whose birthday it is; all players of a club by name'],
  'Player details':             ['PLAYER#player', 'DETAILS', '', 'whom to call, and what to know about their health'],
  'Event types':                ['ORG#organization', 'EVENT-TYPES', '', 'which kinds of event does a club have'],
  'Series':                     ['TEAM#team or ORG#organization', 'SERIES#series', '', 'by which rule do events repeat'],
  'Family':                     ['PLAYER#player', 'PLAYER#FAMILY#user', '', '… with their family and who follows: one range'],
  'Family invitation':          ['PLAYER#player', 'PLAYER#INVITED#invitation', '', '… and who is invited to be family, or to follow'],
  'Agreed':                     ['PLAYER#player', 'AGREED', '', 'what was last agreed to for a player, and when the family was last asked …'],
  'Signature':                  ['PLAYER#player', 'AGREED#agreement#version', '', '… and every time that somebody agreed: one range'],
  'Guardian':                   ['PLAYER#player', 'PLAYER#GUARDIAN#guardian', 'gsi2 HOUSEHOLD#household player', '… and the grown-ups the club knows of, with an account or not'],
  'Invite':                     ['PLAYER#player', 'INVITE#event', 'lsi1 INVITE#start, gsi1 EVENT#event PLAYER#player', 'a player’s days; who comes to an event'],
  'File':                       ['FILE#file', 'FILE', '', 'a file that somebody sent along, and what names it'],
  'File count':                 ['USER#user', 'FILES-ON#day', '', 'how many files a person has sent on that day'],
  'Feed':                       ['FEED#feed', 'FEED', 'gsi1 FEEDS#shown FEED#feed, gsi2 FEEDS#user FEED#time', 'a calendar that somebody’s app fetches; whose they are, and what they show'],
  'Feed document':              ['FEED#feed', 'FEED-DOCUMENT', '', 'what it gives out, packed'],
  'Payment account':            ['ORG#organization', 'ORG-PAYS#account', '', 'who takes payments for a club'],
  'Payment key':                ['KEY#account', 'KEY', '', 'the key that charges: written here, and read by nothing else but what charges'],
  'Fee':                        ['PLAYER#player', 'FEE#fee', 'gsi1 FEES#team due, gsi2 FEES#organization due', 'what a player owes; the fees of a team or a club'],
  'Fee payment':                ['PLAYER#player', 'FEE-PAID#fee#payment', '', 'what was paid on it, how and when'],
  'Owed':                       ['USER#user', 'ME#OWED#player', '', 'when what their player owes is due'],
  'Fee charge':                 ['FEES#organization', 'CHARGED#fee', '', 'that players are charged, and a digest of with what'],
  'Fee day':                    ['FEES#organization', 'DAY#unit#due', '', 'what is due on a day, and how much of it came in'],
  'Ledger entry':               ['LEDGER#organization', 'EFFECT#effect', 'lsi1 AT#time', 'what has happened to a club’s money, in two sides'],
  'Chat rules':                 ['ORG#organization', 'CHAT-RULES', '', 'how a club has its chat'],
  'Conversation':               ['CHAT#conversation', 'CHAT', '', 'one conversation …'],
  'Conversation member':        ['CHAT#conversation', 'CHAT#MEMBER#user', '', '… with who is in it: one range'],
  'Message':                    ['CHAT#conversation', 'MESSAGE#message', 'lsi1 MESSAGE#number', 'what was written there, in its order'],
  'Import':                     ['ORG#organization', 'IMPORT#unit#import', 'lsi1 IMPORT#unit#time', 'players brought along in a table: how far it is …'],
  'Import part':                ['IMPORT#unit#import', 'PART#number', '', '… the rows that wait for their turn …'],
  'Import step':                ['IMPORT#unit#import', 'STEP#number', '', '… and what each transaction of it did, to take it back'],
  'Email':                      ['MAIL#email', 'MAIL', 'gsi2 MAIL-DUE time', 'an email that somebody writes, and how it went; which are due …'],
  'Email content':              ['MAIL#email', 'MAIL#CONTENT', '', '… with what it says …'],
  'Email test':                 ['MAIL#email', 'MAIL#TEST#test', '', '… or said, when its author mailed it to themselves …'],
  'Email recipient':            ['MAIL#email', 'MAIL#TO#user', '', '… and to whom it went: one range'],
  'Team email':                 ['TEAM#team or ORG#organization', 'EMAIL#email', 'lsi1 EMAIL#time', 'what a team or a club has written'],
  'Received email':             ['USER#user', 'INBOX#email', 'lsi1 INBOX#time', 'what was written to this person'],
  'Outbox':                     ['OUTBOX#mail', 'OUTBOX', '', 'a mail to be sent, and what became of it'],
} as const satisfies Record<string, Line>

type Line = readonly [partition: string, sort: string, indexes: string, asked: string]
export type Kind = keyof typeof map

/** What the partitions of a kind begin with: `USER#`. By it a role is limited to the kinds that its function works on. */
export const partitionsOf = (kind: Kind): string[] => map[kind][0].match(/[A-Z]+#/g) ?? []
