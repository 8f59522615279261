import { sql } from 'kysely'
import type { Database } from '../../src/server/database/database.ts'

/** Invariants of every database; returns a sentence for each violation. */
export async function breaches({ read }: Database): Promise<string[]> {
  const checks: Readonly<Record<string, ReturnType<typeof sql<Record<string, unknown>>>>> = {
    'a ballot’s area is not the sum of its properties': sql`
      select b.public_id from ballot b left join roster_property r on r.ballot_id = b.id
      where b.is_ended = 0 group by b.id, b.public_id, b.area_hundredths having b.area_hundredths <> coalesce(sum(r.area_hundredths), 0)`,
    'a ballot in force has no property': sql`select b.public_id from ballot b where b.is_ended = 0 and not exists (select 1 from roster_property r where r.ballot_id = b.id)`,
    'a property of the roster is on an ended ballot': sql`select r.public_id from roster_property r join ballot b on b.id = r.ballot_id where b.is_ended <> 0`,
    'a property is on a ballot of another activity': sql`select r.public_id from roster_property r join ballot b on b.id = r.ballot_id where b.activity_id <> r.activity_id`,
    'a ballot has two live records': sql`select ballot_id from vote_record where status <> 2 group by ballot_id having count(*) > 1`,
    'a code is live twice in an activity': sql`select activity_id, marked_code from vote_record where status <> 2 and marked_code <> '' group by activity_id, marked_code having count(*) > 1`,
    'an ended ballot has a live record': sql`select v.public_id from vote_record v join ballot b on b.id = v.ballot_id where v.status <> 2 and b.is_ended <> 0`,
    'a ballot’s record has another code than its paper': sql`select p.code from ballot_paper p join vote_record v on v.ballot_id = p.ballot_id where p.status <> 3 and v.status <> 2 and v.marked_code <> p.code`,
    'an ended ballot has a paper': sql`select p.code from ballot_paper p join ballot b on b.id = p.ballot_id where p.status <> 3 and b.is_ended <> 0`,
    'a spoiled paper’s code is used': sql`select p.code from ballot_paper p join vote_record v on v.activity_id = p.activity_id and v.marked_code = p.code where p.status = 3 and v.status <> 2`,
    'a record’s area is not its ballot’s': sql`select v.public_id from vote_record v join ballot b on b.id = v.ballot_id where v.status <> 2 and v.area_hundredths <> b.area_hundredths`,
    'a vote has no answers, or a mark has some': sql`select public_id from vote_record where (status = 0 and answers <> '') or (status = 1 and answers = '')`,
    'the journal has a gap': sql`select number from audit_entry group by number having (select max(number) from audit_entry) <> (select count(*) from audit_entry)`,
  }
  const found: string[] = []
  for (const [sentence, query] of Object.entries(checks)) {
    const { rows } = await query.execute(read)
    if (rows.length > 0) found.push(`${sentence}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}
