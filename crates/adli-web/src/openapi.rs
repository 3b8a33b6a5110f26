//! The description of all ways in for programs (OpenAPI 3.1), made from the types that are read and written.

use std::collections::BTreeMap;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::refusal::Told;
use crate::route::Route;

/// The description of some ways in. What is read and what is written differ in what may be left out, so each has a generator.
pub fn described(routes: &[Route]) -> Value {
    let settings = || {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings
    };
    let mut reading = settings().into_generator();
    let mut writing = settings().for_serialize().into_generator();
    let error = writing.subschema_for::<Told>();
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for route in routes {
        let path = route.path.replace("{*", "{");
        let method = route.method.as_str().to_lowercase();
        let operation = operation(route, &mut reading, &mut writing, error.as_value());
        paths.entry(path).or_default().insert(method, operation);
    }
    let mut schemas = reading.take_definitions(true);
    schemas.extend(writing.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Adli",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Chess-endgame strategies that are proved",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn operation(
    route: &Route,
    reading: &mut SchemaGenerator,
    writing: &mut SchemaGenerator,
    error: &Value,
) -> Value {
    let in_path = route.path.split('{').skip(1).filter_map(|part| part.split('}').next());
    let in_path = in_path.map(|name| {
        json!({"name": name.trim_start_matches('*'), "in": "path", "required": true, "schema": {"type": "string"}})
    });
    let in_query = route.query.iter().map(|(name, says)| {
        json!({"name": name, "in": "query", "description": says, "schema": {"type": "string"}})
    });
    let parameters: Vec<Value> = in_path.chain(in_query).collect();
    let schema = route.gives.map_or_else(|| json!({}), |gives| gives(writing).to_value());
    let failed = json!({"description": "why not", "content": {"application/json": {"schema": error}}});
    let mut operation = json!({
        "summary": route.says,
        "parameters": parameters,
        "responses": {
            "2XX": {"description": "the answer; 202 if something has to be made first", "content": {route.kind: {"schema": schema}}},
            "4XX": failed,
            "5XX": failed,
        },
    });
    if let (Some(takes), Some(fields)) = (route.takes, operation.as_object_mut()) {
        let schema = takes(reading).to_value();
        let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
        fields.insert("requestBody".to_owned(), body);
    }
    operation
}
