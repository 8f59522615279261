/** The column that the list of requests is searched in gets the name that such columns have elsewhere. */
export const searchText = (): readonly string[] => ['alter table property_change rename column hay to search_text']
