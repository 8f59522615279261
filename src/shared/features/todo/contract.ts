import { z } from 'zod'
import { ofActivity } from '../../contract/ids.ts'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { code, idList, moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { todoKinds, TodoState } from './rules.ts'

const kind = z.enum(todoKinds, { error: '待办种类不正确' })
const state = code('待办状态', Object.values(TodoState))

/** A todo with a recorded state; todos without one are open. */
export const Todo = wire({
  activityId: ['voteactivityid', z.string()],
  kind: ['kind', kind],
  state: ['state', state],
  /** The operator's name. */
  by: ['by', z.string()],
  at: ['at', moment],
})
export type Todo = z.output<typeof Todo>

export const todoEndpoints = {
  /** Deleted activities have none. */
  'todo.list': get('/todo/list', 'viewer', { query: wire({ activityIds: ['voteActivityIds', idList('缺少投票活动编号')] }), response: z.array(Todo) }),
  /** Replaces the former state; the journal keeps it. */
  'todo.settle': post('/todo/settle', 'manager', { body: wire({ ...ofActivity, kind: ['kind', kind], state: ['state', state] }), response: z.null() }),
} as const satisfies Endpoints
