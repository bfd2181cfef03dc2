// The gridlog program that the tests run: `GRIDLOG`, else the one that cargo built last.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const project = fileURLToPath(new URL("../../../", import.meta.url));

function newest() {
    const built = ["release", "debug"].map((profile) => `${project}target/${profile}/gridlog`);
    return built.find((path) => existsSync(path)) ?? "gridlog";
}

export const program = process.env.GRIDLOG ?? newest();
