import type { Kind } from '../table/map.ts'

/**
 * The denormalized attributes, by which a list is one query: for each kind the attributes that are copied (`from`), and the attributes of
 * other kinds that contain the copies (`into`). Code that changes a source does not update the copies: a worker does. A copy can itself be
 * a source: a team's name is copied to its events, and from these to their invites.
 */
export const copies = {
  Organization: {
    from: ['name', 'sport', 'academyEnabled', 'customRegistrationEnabled', 'adminSecondFactor'],
    into: {
      'My organization': ['name', 'academyEnabled', 'customRegistrationEnabled', 'adminSecondFactor'],
      Team: ['organizationName'],
      Event: ['teamName', 'fieldLabel'],
    },
  },
  Team: {
    from: ['name', 'organizationName', 'archivedAt', 'sport', 'season', 'color'],
    into: {
      'Organization team': ['name', 'archivedAt', 'season', 'color'],
      'My team': ['name', 'organizationName'],
      Player: ['teams'],
      Event: ['teamName', 'fieldLabel', 'archivedAt'],
      Conversation: ['friendlyName', 'archivedAt'],
    },
  },
  Player: {
    from: ['firstName', 'lastName', 'teams', 'also', 'tags'],
    into: {
      'Team player': ['firstName', 'lastName', 'tags'],
      'Unassigned player': ['firstName', 'lastName'],
      'Own player': ['firstName', 'lastName', 'teams', 'also'],
      'Followed player': ['firstName', 'lastName', 'teams', 'also'],
      Invite: ['firstName', 'lastName'],
      Fee: ['firstName', 'lastName', 'playerId'],
      'Assigned task': ['firstName', 'lastName'],
    },
  },
  // biome-ignore format: keeps the two identical lists on adjacent lines
  Event: {
    from: ['name', 'description', 'start', 'end', 'timezone', 'field', 'eventType', 'teamName', 'fieldLabel', 'location', 'answerBy', 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'],
    into: {
      Invite: ['name', 'description', 'start', 'end', 'timezone', 'field', 'eventType', 'teamName', 'fieldLabel', 'location', 'answerBy', 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'],
      Attendance: ['start'],
    },
  },
  // `evenNew`: administrators who had no profile when they were appointed are listed under the name in the invitation. The
  // picture of a player's own account is not copied.
  Profile: {
    from: ['firstName', 'lastName', 'avatarAt', 'avatarName'],
    evenNew: true,
    into: {
      'Organization administrator': ['firstName', 'lastName', 'avatarAt', 'avatarName'],
      'Team administrator': ['firstName', 'lastName', 'avatarAt', 'avatarName'],
      'Conversation member': ['firstName', 'lastName', 'avatarAt', 'avatarName'],
      'My conversation': ['title', 'avatarAt', 'avatarName'],
    },
  },
} as const satisfies Partial<Record<Kind, CopyDeclaration>>

type CopyDeclaration = { from: readonly string[]; evenNew?: true; into: Partial<Record<Kind, readonly string[]>> }
export type Source = keyof typeof copies

/**
 * Kinds whose new items may have been created from an outdated source: the worker checks each new item. Other copies are created on the
 * condition that the source is unchanged.
 */
export const looseCopies = [
  'Organization administrator',
  'Team administrator',
  'My conversation',
] as const satisfies readonly Kind[]
