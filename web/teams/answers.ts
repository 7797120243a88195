import type { AnswerOf } from '../api.ts'

export type Overview = AnswerOf<'GET /api/v1/orgOverview/{orgId}'>
export type Team = AnswerOf<'GET /api/v1/team/{teamId}'>
export type Player = AnswerOf<'GET /rest-api/teams/player/{playerId}'>
