/** Reserves the number for the tables of themes, which are added before the next release. */
export async function up(): Promise<void> {}
