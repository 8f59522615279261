interface TableHeadProps {
  /** What is over the columns. */
  readonly columns: readonly string[]
}

/** The head of a table that is written out by itself. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <th key={index} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
